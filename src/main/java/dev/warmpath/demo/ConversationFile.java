package dev.warmpath.demo;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PushbackInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;

/**
 * Reads whole conversations, one JSON object with {@code messages} a line, plain or gzipped.
 *
 * <p>Every assistant message is one request, with all messages before it as its prompt.
 */
final class ConversationFile {
  private static final int BYTES_PER_TOKEN = 4;

  private ConversationFile() {}

  /**
   * Reads a file.
   *
   * @param file which
   * @param maxOutputTokens the most output tokens that a request asks for
   * @throws IOException if it cannot be read, is empty, or a line has another shape; the message is
   *     a sentence that names file and line
   */
  static List<Conversation> read(Path file, int maxOutputTokens) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new IOException("there is no file " + file);
    }
    List<Conversation> conversations = new ArrayList<>();
    try (BufferedReader lines = open(file)) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (!line.isBlank()) {
          conversations.add(conversation(line, file, number, maxOutputTokens));
        }
      }
    }
    if (!conversations.isEmpty() && conversations.stream().allMatch(c -> c.requests().isEmpty())) {
      throw new IOException(
          file + " holds no assistant message behind another one, so there is nothing to ask");
    }
    if (conversations.isEmpty()) {
      throw new IOException(file + " holds no conversation");
    }
    return conversations;
  }

  private static BufferedReader open(Path file) throws IOException {
    PushbackInputStream in = new PushbackInputStream(Files.newInputStream(file), 2);
    byte[] head = in.readNBytes(2);
    in.unread(head);
    boolean gzip = head.length == 2 && (head[0] & 0xFF) == 0x1F && (head[1] & 0xFF) == 0x8B;
    InputStream content = gzip ? new GZIPInputStream(in) : in;
    return new BufferedReader(new InputStreamReader(content, StandardCharsets.UTF_8));
  }

  private static Conversation conversation(String line, Path file, int number, int maxOutputTokens)
      throws IOException {
    List<?> messages = messages(line, file, number);
    List<byte[]> requests = new ArrayList<>();
    for (int i = 1; i < messages.size(); i++) {
      if (messages.get(i) instanceof Map<?, ?> message && "assistant".equals(message.get("role"))) {
        int length = JSON.std.asString(message).length() / BYTES_PER_TOKEN;
        requests.add(
            ChatRequest.of(messages.subList(0, i), Math.clamp(length, 1, maxOutputTokens)));
      }
    }
    return new Conversation(requests);
  }

  private static List<?> messages(String line, Path file, int number) throws IOException {
    try {
      if (JSON.std.mapFrom(line).get("messages") instanceof List<?> messages) {
        return messages;
      }
    } catch (IOException e) {
      throw new IOException(file + " line " + number + " is not a JSON object", e);
    }
    throw new IOException(file + " line " + number + " has no array 'messages'");
  }
}
