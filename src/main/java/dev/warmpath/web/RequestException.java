package dev.warmpath.web;

/** A request that is refused before any model is asked: the caller's fault, in a clear sentence. */
final class RequestException extends Exception {
  private static final long serialVersionUID = 1;

  private final int status;
  private final String sentence;
  private final String param;
  private final String code;
  private final String allowedMethod;

  private RequestException(int status, String message, String param, String code) {
    this(status, message, param, code, "");
  }

  private RequestException(
      int status, String message, String param, String code, String allowedMethod) {
    super(message);
    this.status = status;
    this.sentence = message;
    this.param = param;
    this.code = code;
    this.allowedMethod = allowedMethod;
  }

  /**
   * A field of the body that is not what it must be: 400.
   *
   * @param param the field, as a path such as {@code messages[0].role}; empty for the whole body
   * @param message a sentence that names the field and quotes nothing of the prompt
   */
  static RequestException badField(String param, String message) {
    return new RequestException(400, message, param, "");
  }

  /** A body that is larger than Lambda could ever receive: 413. */
  static RequestException tooLarge(long bytes, long limit) {
    return new RequestException(
        413,
        "the request body has " + bytes + " bytes, at most " + limit + " are accepted",
        "",
        "request_too_large");
  }

  /** A model that this deployment does not serve: 404. */
  static RequestException unknownModel(String served) {
    return new RequestException(
        404,
        "the model named in 'model' is not served here; served: " + served,
        "model",
        "model_not_found");
  }

  /** A path that does not exist: 404. */
  static RequestException unknownPath(String supported) {
    return new RequestException(
        404, "there is no such path; supported: " + supported, "", "unknown_url");
  }

  /** A method that a path does not know: 405. */
  static RequestException wrongMethod(String allowed) {
    return new RequestException(
        405, "this path accepts " + allowed + " only", "", "method_not_allowed", allowed);
  }

  /** The HTTP status. */
  int status() {
    return status;
  }

  /** What is wrong, for the caller. */
  String sentence() {
    return sentence;
  }

  /** The field at fault; empty for none. */
  String param() {
    return param;
  }

  /** The method that the path knows; empty where the method was not at fault. */
  String allowedMethod() {
    return allowedMethod;
  }

  /** A word for programs; empty for none. */
  String code() {
    return code;
  }
}
