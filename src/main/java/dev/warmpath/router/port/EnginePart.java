package dev.warmpath.router.port;

/** One piece of an answer, or its end. */
public sealed interface EnginePart {
  /**
   * Bytes as they came; where they are cut means nothing.
   *
   * @param bytes at least one; not copied
   */
  // Arrays are compared by nobody here.
  @SuppressWarnings("ArrayRecordComponent")
  record Data(byte[] bytes) implements EnginePart {
    /** Leaves the bytes out: they hold a completion. */
    @Override
    public String toString() {
      return "Data[" + bytes.length + " bytes]";
    }
  }

  /** The connection says that the answer is whole; whether it is, its content must show. */
  record End() implements EnginePart {}

  /**
   * The answer broke off.
   *
   * @param failure why
   */
  record Broken(EngineOutcome.Failed failure) implements EnginePart {}
}
