package dev.warmpath.advise;

import dev.warmpath.prompt.volatility.Place;

/**
 * Something in prompts that may spoil their reuse, and the change that would mend it.
 *
 * @param edit the change
 * @param kind what it looks like, for people
 * @param place where it stands, in one of the prompts
 * @param weight prompts that have it, times the bytes behind it
 */
record Suspect(Edit edit, String kind, Place place, long weight) {}
