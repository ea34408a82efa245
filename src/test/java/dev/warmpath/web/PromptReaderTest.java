package dev.warmpath.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.warmpath.prompt.PrefixChain;
import dev.warmpath.prompt.PrefixHasher;
import dev.warmpath.prompt.Prompt;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromptReaderTest {
  private static final PrefixHasher HASHER =
      new PrefixHasher("0123456789abcdef".getBytes(StandardCharsets.UTF_8));
  private static final String LONG = "shared text of a system prompt. ".repeat(60);

  @Test
  void keyOrderWhiteSpaceAndSamplingParametersDoNotMatter() throws Exception {
    String plain =
        """
        {"model":"default","messages":[{"role":"system","content":"%s"},{"role":"user","content":"hi"}]}
        """
            .formatted(LONG);
    String other =
        """
        { "temperature" : 0.7, "stream": false,
          "messages" : [ { "content" : "%s", "role" : "system" },
                         { "content" : "hi", "role" : "user" } ],
          "max_tokens": 5, "seed": 12345678901234567890, "model" : "default" }
        """
            .formatted(LONG);

    assertSameChain(chain(plain), chain(other));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"adapters\":[\"sql\"]|\"adapters\":[\"math\"]",
        "\"lora_path\":\"sql\"|\"lora_path\":\"math\"",
        "\"parameters\":{\"adapter_id\":\"sql\"}|\"parameters\":{\"adapter_id\":\"math\"}",
        "\"lora_path\":\"sql\"|\"seed\":1"
      })
  void promptsOfDifferentAdaptersShareNothing(String one, String other) throws Exception {
    String body = "{\"inputs\":\"" + LONG + "\",%s}";

    PrefixChain first = chain(body.formatted(one));
    PrefixChain second = chain(body.formatted(other));

    assertThat(first.pool()).isNotEqualTo(second.pool());
    assertThat(first.anchors()).doesNotContainAnyElementsOf(second.anchors());
    assertSameChain(first, chain(body.formatted(one)));
  }

  @Test
  void aSingleTextPartEqualsTheSameString() throws Exception {
    assertSameChain(
        chain(chat("{\"role\":\"user\",\"content\":\"" + LONG + "\"}")),
        chain(
            chat(
                "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\""
                    + LONG
                    + "\"}]}")));
  }

  @Test
  void escapesDoNotMatter() throws Exception {
    assertSameChain(
        chain(chat("{\"role\":\"user\",\"content\":\"caf\u00e9 " + LONG + "\"}")),
        chain(chat("{\"role\":\"user\",\"content\":\"caf\\u00e9 " + LONG + "\"}")));
  }

  @Test
  void keyOrderInsideToolsDoesNotMatterButTheirContentDoes() throws Exception {
    String user = "\"messages\":[{\"role\":\"user\",\"content\":\"" + LONG + "\"}]";
    PrefixChain one =
        chain(
            "{\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"a\",\"x\":null}}],"
                + user
                + "}");
    PrefixChain reordered =
        chain(
            "{"
                + user
                + ",\"tools\":[{\"function\":{\"x\":null,\"name\":\"a\"},\"type\":\"function\"}]}");
    PrefixChain other =
        chain(
            "{\"tools\":[{\"type\":\"function\",\"function\":{\"name\":\"b\",\"x\":null}}],"
                + user
                + "}");

    assertSameChain(one, reordered);
    assertThat(other.tip()).isNotEqualTo(one.tip());
  }

  @Test
  void picturesCountByTheirContent() throws Exception {
    String picture =
        "{\"role\":\"user\",\"content\":[{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:%s\"}},"
            + "{\"type\":\"text\",\"text\":\""
            + LONG
            + "\"}]}";

    PrefixChain one = chain(chat(picture.formatted("AAAA")));
    PrefixChain same = chain(chat(picture.formatted("AAAA")));
    PrefixChain other = chain(chat(picture.formatted("BBBB")));

    assertSameChain(one, same);
    assertThat(other.anchors().getFirst()).isNotEqualTo(one.anchors().getFirst());
  }

  @Test
  void toolCallsAndTheirResultsBelongToThePrompt() throws Exception {
    String call =
        "{\"role\":\"assistant\",\"content\":null,\"tool_calls\":[{\"id\":\"c\",\"type\":\"function\","
            + "\"function\":{\"name\":\"f\",\"arguments\":\"%s\"}}]},"
            + "{\"role\":\"tool\",\"tool_call_id\":\"c\",\"content\":\""
            + LONG
            + "\"}";

    assertThat(chain(chat(call.formatted("1"))).tip())
        .isNotEqualTo(chain(chat(call.formatted("2"))).tip());
  }

  @ParameterizedTest
  @CsvSource({
    "cache_salt,tenant-a",
    "reasoning_effort,high",
    "chat_template,other",
  })
  void whatChangesEveryBlockOfTheEngineChangesTheWholeChain(String field, String value)
      throws Exception {
    PrefixChain plain = chain(chat("{\"role\":\"user\",\"content\":\"" + LONG + "\"}"));
    PrefixChain changed =
        chain(
            "{\""
                + field
                + "\":\""
                + value
                + "\",\"messages\":[{\"role\":\"user\",\"content\":\""
                + LONG
                + "\"}]}");

    assertThat(changed.pool()).isNotEqualTo(plain.pool());
    assertThat(changed.anchors()).doesNotContainAnyElementsOf(plain.anchors());
  }

  @Test
  void placementHintsMoveTheFamilyAndNothingElse() throws Exception {
    String user = "\"messages\":[{\"role\":\"user\",\"content\":\"" + LONG + "\"}]}";
    PrefixChain plain = chain("{" + user);
    PrefixChain hinted = chain("{\"prompt_cache_key\":\"session-7\"," + user);

    assertThat(hinted.anchors()).isEqualTo(plain.anchors());
    assertThat(hinted.family()).isNotEqualTo(plain.family());
  }

  @Test
  void aSessionHeaderIsAHintWhereTheBodyHasNone() throws Exception {
    String body = "{\"prompt\":\"" + LONG + "\"}";

    Prompt hinted = PromptReader.read(values(body), "m", "session-7");

    assertThat(hinted.placementHint()).isEqualTo("session-7");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"prompt":"%s"}                                            | text
          {"prompt":["%s"]}                                          | text
          {"input":"%s"}                                             | user
          {"input":[{"role":"user","content":"%s"}]}                 | user
          {"inputs":"%s"}                                            | text
          {"inputs":["%s"]}                                          | text
          """)
  void everyKnownShapeIsKeyed(String body, String role) throws Exception {
    Prompt prompt = PromptReader.read(values(body.formatted(LONG)), "m", "");

    assertThat(prompt.segments())
        .singleElement()
        .satisfies(s -> assertThat(s.role()).isEqualTo(role));
    assertThat(HASHER.chain(prompt).anchors()).isNotEmpty();
  }

  @Test
  void tokenIdsAreKeyed() throws Exception {
    String ids = "1,2,3,4,5,6,7,8,".repeat(60) + "9";

    Prompt flat = PromptReader.read(values("{\"prompt\":[" + ids + "]}"), "m", "");
    Prompt nested = PromptReader.read(values("{\"prompt\":[[" + ids + "]]}"), "m", "");

    assertSameChain(HASHER.chain(flat), HASHER.chain(nested));
    assertThat(HASHER.chain(flat).anchors()).isNotEmpty();
  }

  @Test
  void aBodyOfNoKnownShapeHasNoSegments() throws Exception {
    assertThat(PromptReader.read(values("{\"instances\":[1]}"), "m", "").segments()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          {"messages":"hello"}                                        | messages
          {"messages":[]}                                             | messages
          {"messages":{}}                                             | messages
          {"messages":["hello"]}                                      | messages[0]
          {"messages":[null]}                                         | messages[0]
          {"messages":[{"role":"user"},{"role":7}]}                   | messages[1].role
          {"messages":[{"content":"x"}]}                              | messages[0].role
          {"messages":[{"role":"user","content":7}]}                  | messages[0].content
          {"messages":[{"role":"user","content":[7]}]}                | messages[0].content[0]
          {"messages":[{"role":"user","content":[{"text":"x"}]}]}     | messages[0].content[0].type
          {"prompt":7}                                                | prompt
          {"prompt":[]}                                               | prompt
          {"prompt":[1,"a"]}                                          | prompt
          {"prompt":[1.5]}                                            | prompt
          {"prompt":[["a"]]}                                          | prompt
          {"prompt":[-1]}                                             | prompt
          {"prompt":[[1,-1]]}                                         | prompt
          {"messages":[{"role":"user"}],"tools":"x"}                  | tools
          {"prompt":"x","cache_salt":7}                               | cache_salt
          {"prompt":"x","prompt_cache_key":[]}                        | prompt_cache_key
          """)
  void aWrongTypeIsRefusedWithTheFieldsName(String body, String param) {
    RequestException refused =
        catchThrowableOfType(
            RequestException.class, () -> PromptReader.read(values(body), "m", ""));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.param()).isEqualTo(param);
    assertThat(refused.sentence()).contains("'" + param + "'").doesNotContain("hello");
  }

  @Test
  void aPromptOfAWrongTypeIsToldAllThatItMayBe() {
    RequestException refused =
        catchThrowableOfType(
            RequestException.class, () -> PromptReader.read(values("{\"prompt\":5}"), "m", ""));

    assertThat(refused.sentence()).startsWith("'prompt' must be a string, or an array of strings");
  }

  @Test
  void aWrongMethodIsToldWhichOneIsAllowed() {
    HttpReply reply = OpenAiErrors.of(RequestException.wrongMethod("POST"));

    assertThat(reply.status()).isEqualTo(405);
    assertThat(reply.headers()).containsEntry("allow", "POST");
  }

  private static String chat(String messages) {
    return "{\"messages\":[" + messages + "]}";
  }

  private static PrefixChain chain(String json) throws RequestException {
    return HASHER.chain(PromptReader.read(values(json), "default", ""));
  }

  private static java.util.Map<String, Object> values(String json) throws RequestException {
    return JsonBody.read(json.getBytes(StandardCharsets.UTF_8)).values();
  }

  private static void assertSameChain(PrefixChain one, PrefixChain other) {
    assertThat(other.pool()).isEqualTo(one.pool());
    assertThat(other.tip()).isPresent().isEqualTo(one.tip());
    assertThat(other.anchors()).isEqualTo(one.anchors());
    assertThat(other.family()).isEqualTo(one.family());
  }
}
