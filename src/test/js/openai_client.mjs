// Drives the npm package openai, unmodified, for tests in another language: reads one JSON object a
// line, does what it says, answers with one JSON object a line.
import { createInterface } from "node:readline";
import OpenAI from "openai";

/** What the package waits before it tries again, in milliseconds: recorded, and not waited for. */
let waits = [];
const realSetTimeout = globalThis.setTimeout;
globalThis.setTimeout = (callback, millis, ...rest) => {
  if (!new Error().stack.includes("/openai/internal/utils/sleep.")) {
    return realSetTimeout(callback, millis, ...rest);
  }
  waits.push(millis);
  return realSetTimeout(callback, 0, ...rest);
};

function client(order) {
  return new OpenAI({
    baseURL: order.baseUrl,
    apiKey: order.apiKey ?? "any",
    maxRetries: order.maxRetries ?? 0,
  });
}

const actions = {
  async whole(order) {
    const completion = await client(order).chat.completions.create(order.body);
    return { completion };
  },

  async stream(order, seen) {
    const stream = await client(order).chat.completions.create({ ...order.body, stream: true });
    for await (const chunk of stream) {
      seen.push(chunk);
    }
    return {};
  },

  async abort(order, seen) {
    const stream = await client(order).chat.completions.create({ ...order.body, stream: true });
    for await (const chunk of stream) {
      seen.push(chunk);
      if (chunk.choices[0]?.delta?.content) {
        stream.controller.abort();
      }
    }
    return { aborted: stream.controller.signal.aborted };
  },

  async completions(order) {
    const completion = await client(order).completions.create(order.body);
    return { completion };
  },

  async embeddings(order) {
    const embeddings = await client(order).embeddings.create(order.body);
    return { embeddings };
  },
};

function described(error) {
  return {
    class: error.constructor.name,
    status: error.status ?? null,
    code: error.code ?? null,
    param: error.param ?? null,
    type: error.type ?? null,
    message: error.message,
    requestId: error.headers?.get?.("x-warmpath-request-id") ?? null,
    retryAfter: error.headers?.get?.("retry-after") ?? null,
  };
}

for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line);
  const chunks = [];
  waits = [];
  let outcome;
  try {
    outcome = await actions[order.action](order, chunks);
  } catch (error) {
    outcome = { error: described(error) };
  }
  process.stdout.write(JSON.stringify({ ...outcome, chunks, waits }) + "\n");
}
