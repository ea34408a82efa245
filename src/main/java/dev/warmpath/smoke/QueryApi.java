package dev.warmpath.smoke;

import dev.warmpath.aws.SignedHttp;
import dev.warmpath.aws.SignedHttp.Call;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.xml.sax.SAXException;

/** One of AWS's services that take forms and answer with XML (the "query" protocol). */
final class QueryApi {
  private final SignedHttp http;
  private final String service;
  private final String version;

  /**
   * Makes an API.
   *
   * @param service its name, in hosts and signatures alike
   * @param version the API's, a date
   */
  QueryApi(SignedHttp http, String service, String version) {
    this.http = http;
    this.service = service;
    this.version = version;
  }

  /**
   * Calls one action.
   *
   * @param parameters of the action, by name
   * @throws IOException if there is no answer, or it is an error, in a sentence
   */
  XmlNode call(String action, Map<String, String> parameters) throws IOException {
    String form =
        "Action="
            + action
            + "&Version="
            + version
            + parameters.entrySet().stream()
                .map(p -> "&" + p.getKey() + "=" + encoded(p.getValue()))
                .collect(Collectors.joining());
    URI address = http.address(service);
    URI root = address.getRawPath().isEmpty() ? address.resolve("/") : address;
    Call call =
        new Call(
            service,
            "POST",
            root,
            Map.of("Content-Type", "application/x-www-form-urlencoded; charset=utf-8"),
            form.getBytes(StandardCharsets.UTF_8));
    SignedHttp.Answer reply = http.exchange(call);
    XmlNode answer = parsed(reply.body(), action, reply.status());
    if (!reply.isSuccess()) {
      XmlNode error = answer.child("Error");
      throw new IOException(
          "%s refused %s: HTTP status %d %s: %s"
              .formatted(
                  service,
                  action,
                  reply.status(),
                  error.child("Code").text(),
                  error.child("Message").text()));
    }
    return answer;
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  private XmlNode parsed(byte[] body, String action, int status) throws IOException {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      var builder = factory.newDocumentBuilder();
      // The default one prints to the terminal.
      builder.setErrorHandler(null);
      return XmlNode.of(builder.parse(new ByteArrayInputStream(body)).getDocumentElement());
    } catch (SAXException e) {
      throw new IOException(
          "%s answered %s with HTTP status %d and no XML".formatted(service, action, status), e);
    } catch (ParserConfigurationException e) {
      throw new IllegalStateException("every Java platform must offer an XML parser", e);
    }
  }
}
