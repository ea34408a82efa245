package dev.warmpath.local;

/**
 * What a model server answers.
 *
 * @param status the HTTP status; {@link #NO_ANSWER} if it did not answer in time
 * @param body the answer
 * @param contentType its media type
 */
// Arrays are compared by nobody here.
@SuppressWarnings("ArrayRecordComponent")
public record ContainerAnswer(int status, byte[] body, String contentType) {
  /** The status that SageMaker reports for a container that does not answer in time. */
  public static final int NO_ANSWER = 0;

  /** Leaves the body out: it holds a completion. */
  @Override
  public String toString() {
    return "ContainerAnswer[" + status + ", " + body.length + " bytes]";
  }
}
