package dev.warmpath.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LocalRequestTest {
  private static final LocalTokenizer TOKENIZER = new LocalTokenizer(16);
  private static final String LONG_TEXT = "words of a long system prompt ".repeat(40);

  @Test
  void countsFourBytesAsOneToken() throws RefusedBodyException {
    // when
    LocalRequest request = read("{\"prompt\": \"123456789\"}");

    // then
    assertThat(request.prompt().tokens()).isEqualTo(3);
    assertThat(request.prompt().blockHashes()).isEmpty();
  }

  @Test
  void countsBytesAndNotCharacters() throws RefusedBodyException {
    // when
    LocalRequest request = read("{\"prompt\": \"ééé\"}");

    // then
    assertThat(request.prompt().tokens()).isEqualTo(2);
  }

  @Test
  void takesATokenIdAsOneToken() throws RefusedBodyException {
    // when
    LocalRequest one = read("{\"prompt\": [1, 2, 300000]}");
    LocalRequest nested = read("{\"prompt\": [[1, 2], [300000]]}");

    // then
    assertThat(one.prompt().tokens()).isEqualTo(3);
    assertThat(nested.prompt().fingerprint()).isEqualTo(one.prompt().fingerprint());
  }

  @Test
  void sharesBlocksUpToTheLateDifferenceOfTwoSystemPrompts() throws RefusedBodyException {
    // given
    int sharedBlocks = ("<|system|>\n" + LONG_TEXT).length() / 64;

    // when
    long[] one = chat(LONG_TEXT + "one").prompt().blockHashes();
    long[] two = chat(LONG_TEXT + "two").prompt().blockHashes();

    // then
    assertThat(Arrays.mismatch(one, two)).isEqualTo(sharedBlocks);
  }

  @Test
  void extendsThePromptWhenTheConversationGrows() throws RefusedBodyException {
    // given
    String first = "{\"role\": \"user\", \"content\": \"" + LONG_TEXT + "\"}";
    String answer = "{\"role\": \"assistant\", \"content\": \"sun sea\"}";

    // when
    long[] turn = read("{\"messages\": [" + first + "]}").prompt().blockHashes();
    long[] next = read("{\"messages\": [" + first + "," + answer + "]}").prompt().blockHashes();

    // then
    assertThat(next).startsWith(turn);
  }

  @Test
  void rendersToolsBeforeMessagesWhateverTheOrderOfTheBody() throws RefusedBodyException {
    // given
    String tools = "\"tools\": [{\"type\": \"function\", \"name\": \"" + LONG_TEXT + "\"}]";

    // when
    LocalRequest before = read("{" + tools + ", " + messages("one") + "}");
    LocalRequest behind = read("{" + messages("two") + ", " + tools + "}");

    // then
    assertThat(Arrays.mismatch(before.prompt().blockHashes(), behind.prompt().blockHashes()))
        .isGreaterThanOrEqualTo(LONG_TEXT.length() / 64);
  }

  @Test
  void readsPartArraysAsTheirText() throws RefusedBodyException {
    // when
    LocalRequest parts =
        read(
            "{\"messages\": [{\"role\": \"user\", \"content\":"
                + " [{\"type\": \"text\", \"text\": \"a\"}, {\"type\": \"text\", \"text\": \"b\"}]}]}");

    // then
    assertThat(parts.prompt().fingerprint())
        .isEqualTo(
            read("{\"messages\": [{\"role\": \"user\", \"content\": \"ab\"}]}")
                .prompt()
                .fingerprint());
  }

  @Test
  void sharesNothingUnderDifferentCacheSalts() throws RefusedBodyException {
    // when
    long[] one =
        read("{\"cache_salt\": \"a\", " + messages(LONG_TEXT) + "}").prompt().blockHashes();
    long[] two =
        read("{\"cache_salt\": \"b\", " + messages(LONG_TEXT) + "}").prompt().blockHashes();

    // then
    assertThat(one).doesNotContain(two);
  }

  @Test
  void readsTheFormatAndTheOutputLengthOfEachInterface() throws RefusedBodyException {
    // when
    LocalRequest chat = read("{" + messages("x") + ", \"max_completion_tokens\": 3}");
    LocalRequest completion = read("{\"prompt\": [\"x\", \"y\"], \"max_tokens\": 4}");
    LocalRequest response = read("{\"input\": \"x\", \"max_output_tokens\": 5}");
    LocalRequest own = read("{\"inputs\": \"x\", \"parameters\": {\"max_new_tokens\": 6}}");
    LocalRequest text = LocalRequest.read(bytes("plain"), "text/plain; charset=utf-8", TOKENIZER);

    // then
    assertThat(chat.kind()).isEqualTo(BodyKind.CHAT);
    assertThat(chat.outputTokens()).isEqualTo(3);
    assertThat(completion.kind()).isEqualTo(BodyKind.COMPLETION);
    assertThat(completion.outputTokens()).isEqualTo(4);
    assertThat(response.kind()).isEqualTo(BodyKind.RESPONSE);
    assertThat(response.outputTokens()).isEqualTo(5);
    assertThat(own.kind()).isEqualTo(BodyKind.NATIVE);
    assertThat(own.outputTokens()).isEqualTo(6);
    assertThat(text.kind()).isEqualTo(BodyKind.NATIVE);
    assertThat(text.outputTokens()).isEqualTo(LocalRequest.DEFAULT_OUTPUT_TOKENS);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"input\": \"hi\"} | EMBEDDING | 1",
        "{\"input\": [\"a\", \"b\", \"c\"]} | EMBEDDING | 3",
        "{\"input\": [1, 2, 3]} | EMBEDDING | 1",
        "{\"input\": [[1, 2], [3]], \"dimensions\": 8} | EMBEDDING | 2",
        "{\"input\": [{\"role\": \"user\", \"content\": \"hi\"}]} | RESPONSE | 0",
        "{\"input\": \"hi\", \"instructions\": \"be brief\"} | RESPONSE | 0",
        "{\"input\": \"hi\", \"tools\": []} | RESPONSE | 0"
      })
  void tellsEmbeddingsFromResponsesByTheirFields(String body, BodyKind kind, int vectors)
      throws RefusedBodyException {
    // when
    LocalRequest request = read(body);

    // then
    assertThat(request.kind()).isEqualTo(kind);
    assertThat(request.embedding().seeds()).hasSize(vectors);
  }

  @Test
  void countsNullAsAbsent() throws RefusedBodyException {
    // when
    LocalRequest request = read("{" + messages("x") + ", \"max_tokens\": null, \"model\": null}");

    // then
    assertThat(request.outputTokens()).isEqualTo(LocalRequest.DEFAULT_OUTPUT_TOKENS);
    assertThat(request.model()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "3",
        "{}",
        "{\"messages\": []}",
        "{\"messages\": \"x\"}",
        "{\"messages\": [3]}",
        "{\"messages\": [{\"role\": 3}]}",
        "{\"messages\": [{\"role\": \"user\", \"content\": 3}]}",
        "{\"messages\": [{\"role\": \"user\", \"content\": [3]}]}",
        "{\"prompt\": {}}",
        "{\"prompt\": [null]}",
        "{\"prompt\": 1.5}",
        "{\"prompt\": \"x\", \"max_tokens\": 0}",
        "{\"prompt\": \"x\", \"max_tokens\": \"3\"}",
        "{\"prompt\": \"x\", \"max_tokens\": 3000000000}",
        "{\"prompt\": \"x\", \"model\": 3}",
        "{\"inputs\": \"x\", \"stream\": true}",
        "{\"input\": []}",
        "{\"input\": [null]}",
        "{\"input\": {}}",
        "{\"input\": \"x\", \"dimensions\": 0}",
        "{\"input\": \"x\", \"dimensions\": 4097}",
        "{\"input\": \"x\", \"encoding_format\": \"hex\"}",
        "{\"prompt\": \"x\", \"stream\": true, \"stream_options\": 3}",
        "{\"inputs\": \"x\", \"parameters\": []}"
      })
  void refusesWhatItCannotRead(String body) {
    // when, then
    assertThatThrownBy(() -> read(body)).isInstanceOf(RefusedBodyException.class);
  }

  @Test
  void refusesOtherMediaTypes() {
    // when, then
    assertThatThrownBy(() -> LocalRequest.read(bytes("{}"), "application/octet-stream", TOKENIZER))
        .isInstanceOf(RefusedBodyException.class)
        .hasMessageContaining("application/json");
  }

  @Test
  void refusesInvalidUtf8() {
    // given
    byte[] body = bytes("{\"prompt\": \"x\"}");
    body[12] = (byte) 0xFF;

    // when, then
    assertThatThrownBy(() -> LocalRequest.read(body, "application/json", TOKENIZER))
        .isInstanceOf(RefusedBodyException.class);
  }

  private static LocalRequest chat(String system) throws RefusedBodyException {
    return read(
        "{\"messages\": [{\"role\": \"system\", \"content\": \""
            + system
            + "\"}, {\"role\": \"user\", \"content\": \"hello\"}]}");
  }

  private static String messages(String content) {
    return "\"messages\": [{\"role\": \"user\", \"content\": \"" + content + "\"}]";
  }

  private static LocalRequest read(String body) throws RefusedBodyException {
    return LocalRequest.read(bytes(body), "application/json", TOKENIZER);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
