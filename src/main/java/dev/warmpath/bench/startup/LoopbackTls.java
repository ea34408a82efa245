package dev.warmpath.bench.startup;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A certificate of the loopback, by which a function speaks TLS with stand-ins as it does with AWS.
 *
 * @param store its key store, which is of no value to anybody
 */
record LoopbackTls(Path store) {
  private static final String PASSWORD = "of-no-value";

  /** Makes it, in a folder. */
  static LoopbackTls in(Path folder) throws IOException, InterruptedException {
    Path store = folder.resolve("loopback.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "loopback",
                "-keyalg",
                "RSA",
                "-dname",
                "CN=loopback",
                "-ext",
                "san=ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD)
            .redirectErrorStream(true)
            .start();
    String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (keytool.waitFor() != 0) {
      throw new IOException("keytool failed: " + said);
    }
    return new LoopbackTls(store);
  }

  /** What a server needs. */
  SSLContext context() throws IOException {
    try (InputStream in = Files.newInputStream(store)) {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      keys.load(in, PASSWORD.toCharArray());
      KeyManagerFactory managers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(keys, PASSWORD.toCharArray());
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IOException("no TLS: " + e, e);
    }
  }

  /** The options by which a JVM trusts it. */
  String trust() {
    return "-Djavax.net.ssl.trustStore=%s -Djavax.net.ssl.trustStorePassword=%s"
        .formatted(store, PASSWORD);
  }
}
