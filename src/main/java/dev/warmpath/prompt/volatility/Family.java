package dev.warmpath.prompt.volatility;

/** Prompts that share most of their heads, and what came in the places where they differ. */
final class Family {
  /** So many that some hundred tenants, each with its own name, are all remembered. */
  private static final int VALUES = 1024;

  /** So many that some hundred tenants are not taken for volatile as each is met first. */
  private static final int LEAST_FRESH = 256;

  /** One in so many may be a client that spoils what others share. */
  private static final int LEAST_SHARE = 3;

  private static final int RECENT = 2048;
  private static final int NEWS_FACTOR = 32;

  private final long scope;
  private final Words words;
  private final long[] values = new long[VALUES];
  private long prompts;
  private int recent;
  private int fresh;
  private long nextNews;

  Family(long scope, Words words) {
    this.scope = scope;
    this.words = words;
  }

  long scope() {
    return scope;
  }

  /** The head of the first prompt. */
  Words words() {
    return words;
  }

  /** Takes note of a prompt that shares its head's start. */
  void stable() {
    count(false);
  }

  /**
   * Takes note of a prompt that differs before shared text; whether it is one of many that bring
   * something new each time.
   *
   * @param value the name of what stands in the gap
   */
  boolean isVolatile(long value) {
    int slot = (int) (value & (VALUES - 1));
    boolean isFresh = values[slot] != value;
    values[slot] = value;
    count(isFresh);
    return isFresh && fresh >= LEAST_FRESH && LEAST_SHARE * fresh >= recent;
  }

  long prompts() {
    return prompts;
  }

  /** Whether it is time to speak of it; rarer each time. */
  boolean takeNews() {
    if (prompts < nextNews) {
      return false;
    }
    nextNews = prompts * NEWS_FACTOR;
    return true;
  }

  private void count(boolean isFresh) {
    if (recent == RECENT) {
      recent /= 2;
      fresh /= 2;
    }
    prompts++;
    recent++;
    fresh += isFresh ? 1 : 0;
  }
}
