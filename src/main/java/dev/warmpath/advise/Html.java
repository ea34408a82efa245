package dev.warmpath.advise;

import java.util.Locale;

/** Pieces of a page. */
final class Html {
  private Html() {}

  /** A length in pixels, or a share, as style sheets and pictures want it in any country. */
  static String number(double value) {
    return String.format(Locale.ROOT, "%.3f", value);
  }

  /** Text as it may stand in a page or in a quoted attribute. */
  static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("'", "&#39;")
        .replace("\"", "&quot;");
  }
}
