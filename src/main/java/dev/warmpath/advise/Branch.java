package dev.warmpath.advise;

import java.util.List;

/**
 * Text that many prompts share, from one depth to another.
 *
 * @param fromTokens where it begins
 * @param toTokens where the prompts part, or become few
 * @param requests how many go through it
 * @param place in whose part of the prompt it ends, for people; empty where nobody knows
 * @param children what they go on with
 */
public record Branch(
    long fromTokens, long toTokens, long requests, String place, List<Branch> children) {
  /** Copies the children. */
  public Branch {
    children = List.copyOf(children);
  }
}
