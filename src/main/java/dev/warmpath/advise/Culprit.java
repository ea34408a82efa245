package dev.warmpath.advise;

import dev.warmpath.prompt.volatility.Place;
import java.util.Optional;

/**
 * Something in prompts that was found to spoil their reuse.
 *
 * @param kind what it looks like: "date and time", "tools in changing order"
 * @param place where it stands
 * @param prompts how many prompts have it
 * @param lostTokens prompt tokens computed for its sake, over the whole file
 * @param hitRate one infinite cache's hit rate with only this mended, 0 to 1
 * @param cost hit rate that it takes, 0 to 1: alone, or beside the others where they hide it
 * @param fleetHitRate the fleet's simulated hit rate with only this mended; empty if not simulated
 * @param excerpt the text around it, itself masked; empty unless text was asked for
 */
public record Culprit(
    String kind,
    Place place,
    long prompts,
    double lostTokens,
    double hitRate,
    double cost,
    Optional<Double> fleetHitRate,
    Optional<String> excerpt) {
  /** Where it stands, as a sentence's part. */
  public String where() {
    String part = Parts.name(place.role(), place.ofRole());
    return place.offsetBytes() == 0 ? part : part + ", byte " + place.offsetBytes();
  }

  /** What it is and where, in short. */
  public String title() {
    return kind.startsWith(where()) ? kind : kind + " in the " + where();
  }

  /** What its author should do. */
  public String rewrite() {
    return switch (kind) {
      case "date", "time", "date and time" ->
          "Say the time behind what all prompts share, best at the end of the last message; or"
              + " round it, to the day at the start of a prompt.";
      case "UUID", "hash", "id" ->
          "Leave it out of the prompt if the model does not need it (a header or the field 'user'"
              + " serves tracing), or move it behind what all prompts share.";
      case "e-mail address", "name" ->
          "Speak of the user behind the instructions that all users share, in a message of its"
              + " own.";
      case "number" -> "Leave the number out, or move it behind what all prompts share.";
      case "tools in changing order" -> "Send the tools in one order, for instance by name.";
      case "documents in changing order" ->
          "Send documents in one order, for instance by their ids, and not by their score; number"
              + " them behind their text or not at all.";
      default -> "Put the text that all prompts share in front of this.";
    };
  }
}
