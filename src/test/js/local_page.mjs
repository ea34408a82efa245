// Opens the local tier's page in a browser, for tests in another language: reads one JSON object a
// line, does what it says, answers with one JSON object a line.
import { createInterface } from "node:readline";
import axe from "axe-core";
import { chromium } from "playwright-core";

const LONGEST_WAIT_MS = 30_000;

const browser = await chromium.launch({
  executablePath: process.argv[2],
  // As root in a container there is no sandbox; the only page is our own.
  args: ["--no-sandbox"],
});

/** Opens the page in a window of its own, and takes note of what it should not do. */
async function open(order, outcome) {
  const context = await browser.newContext({
    viewport: { width: order.width ?? 1280, height: 900 },
    colorScheme: order.scheme ?? "light",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST_WAIT_MS);
  page.on("console", (message) => outcome.console.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => outcome.console.push(`thrown: ${error.message}`));
  page.on("request", (request) => outcome.requests.push(request.url()));
  await page.goto(order.url);
  return page;
}

/** What stands where, by the given selectors. */
async function texts(page, selectors) {
  const found = {};
  for (const selector of selectors) {
    found[selector] = await page.locator(selector).allInnerTexts();
  }
  return found;
}

async function press(page, keys) {
  const focused = [];
  for (const key of keys) {
    await page.keyboard.press(key);
    focused.push(
      await page.evaluate(() => {
        const { activeElement: at } = document;
        const { outlineStyle } = getComputedStyle(at);
        return { id: at.id || at.textContent.trim(), isVisible: outlineStyle !== "none" };
      }),
    );
  }
  return focused;
}

/** What axe-core finds wrong; run past the page's policy, which lets no other script in. */
async function violations(page) {
  await page.evaluate(axe.source);
  const { violations: found } = await page.evaluate(() => window.axe.run());
  return found.map((v) => `${v.id}: ${v.nodes.map((n) => n.target.join(" ")).join(", ")}`);
}

async function visit(order) {
  const outcome = { console: [], requests: [] };
  const page = await open(order, outcome);
  for (const { selector, text } of order.waitFor ?? []) {
    await page.locator(selector).filter({ hasText: text }).first().waitFor();
  }
  outcome.focused = await press(page, order.keys ?? []);
  for (const { selector, text } of order.waitAfterKeys ?? []) {
    await page.locator(selector).filter({ hasText: text }).first().waitFor();
  }
  outcome.texts = await texts(page, order.texts ?? []);
  outcome.background = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  outcome.scrollWidth = await page.evaluate(() => document.documentElement.scrollWidth);
  outcome.violations = order.audit ? await violations(page) : [];
  await page.context().close();
  return outcome;
}

for await (const line of createInterface({ input: process.stdin })) {
  let outcome;
  try {
    outcome = await visit(JSON.parse(line));
  } catch (error) {
    outcome = { error: { message: error.message } };
  }
  process.stdout.write(JSON.stringify(outcome) + "\n");
}
await browser.close();
