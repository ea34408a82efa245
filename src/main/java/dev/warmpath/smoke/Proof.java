package dev.warmpath.smoke;

/** What a caller shows at the door. */
enum Proof {
  /** Nothing. */
  NONE,
  /** Something that is not right. */
  WRONG,
  /** What lets him in. */
  RIGHT
}
