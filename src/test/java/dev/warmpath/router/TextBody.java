package dev.warmpath.router;

import dev.warmpath.prompt.Prompt;
import dev.warmpath.prompt.Scope;
import dev.warmpath.prompt.Segment;
import dev.warmpath.routing.Target;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A chat as plain text: instructions, then user and assistant in turn. */
record TextBody(List<String> texts) implements EngineBody {
  static TextBody of(String... texts) {
    return new TextBody(List.of(texts));
  }

  Prompt prompt() {
    List<Segment> segments = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      segments.add(Segment.ofText(role(i), texts.get(i)));
    }
    return new Prompt(Scope.ofModel("default"), segments, "");
  }

  private static String role(int index) {
    if (index == 0) {
      return Segment.SYSTEM;
    }
    return index % 2 == 1 ? "user" : "assistant";
  }

  @Override
  public byte[] bytesFor(Target target) {
    return String.join("\n", texts).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String contentType() {
    return "text/plain";
  }
}
