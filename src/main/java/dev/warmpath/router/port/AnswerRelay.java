package dev.warmpath.router.port;

import dev.warmpath.router.Usage;

/**
 * Turns an engine's answer in pieces into what the caller gets; confined to one request.
 *
 * <p>It knows the wire format (SSE, JSON lines, one JSON object), so that the router need not.
 */
public interface AnswerRelay {
  /** The media type that the caller gets. */
  String contentType();

  /**
   * Takes in bytes of the engine.
   *
   * @return what can be passed on now
   */
  Relayed accept(byte[] bytes);

  /** Takes note that the engine's answer is over. */
  Finish finish();

  /** What tells a caller who has part of an answer already that no more will come. */
  byte[] failure(EngineOutcome.Failed failure);

  /**
   * What can be passed on.
   *
   * @param bytes for the caller; may be empty
   * @param content whether the model has generated something by now, which ends the prefill
   */
  // Arrays are compared by nobody here.
  @SuppressWarnings("ArrayRecordComponent")
  record Relayed(byte[] bytes, boolean content) {
    /** Leaves the bytes out: they hold a completion. */
    @Override
    public String toString() {
      return "Relayed[" + bytes.length + " bytes, content " + content + "]";
    }
  }

  /** How an answer ended. */
  sealed interface Finish {
    /**
     * The answer is whole.
     *
     * @param rest the last bytes for the caller; may be empty
     * @param usage what the engine reported
     */
    // Arrays are compared by nobody here.
    @SuppressWarnings("ArrayRecordComponent")
    record Whole(byte[] rest, Usage usage) implements Finish {
      /** Leaves the bytes out: they hold a completion. */
      @Override
      public String toString() {
        return "Whole[" + rest.length + " bytes, " + usage + "]";
      }
    }

    /**
     * The answer lacks its end, or is none: the engine failed, whatever the connection said.
     *
     * @param message a sentence for the caller
     */
    record Cut(String message) implements Finish {}
  }
}
