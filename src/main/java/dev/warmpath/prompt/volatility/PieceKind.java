package dev.warmpath.prompt.volatility;

/** What a piece of text looks like. */
public enum PieceKind {
  /** A day: 2026-05-15, 15/05/2026, Monday, 3 May. */
  DATE("date"),
  /** A time of day, or seconds or milliseconds since 1970. */
  TIME("time"),
  /** Both. */
  DATE_AND_TIME("date and time"),
  /** Five groups of hexadecimal digits. */
  UUID("UUID"),
  /** Sixteen hexadecimal digits or more. */
  HASH("hash"),
  /** An address with an at sign. */
  EMAIL("e-mail address"),
  /** Letters and digits mixed, or many digits. */
  ID("id"),
  /** Few digits: a counter or an amount. */
  NUMBER("number"),
  /** Words with capitals. */
  NAME("name"),
  /** Anything else. */
  TEXT("text");

  private final String label;

  PieceKind(String label) {
    this.label = label;
  }

  /** What people call it. */
  public String label() {
    return label;
  }
}
