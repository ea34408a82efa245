package dev.warmpath.prompt.volatility;

/**
 * A piece that keeps prompts from sharing what stands behind it; tells its shape and place, never
 * its text.
 *
 * @param kind what it looks like
 * @param role whose segment it stands in
 * @param segment the segment's number in the prompt, from 0
 * @param offsetBytes where in the segment, from 0
 * @param sharedBytes how much text behind it would be shared, within the part of the prompt that is
 *     looked at
 * @param prompts how many prompts of the family were seen
 * @param isNews whether it is worth a line in the log: the first time, and then ever more rarely
 */
public record VolatilePiece(
    PieceKind kind,
    String role,
    int segment,
    int offsetBytes,
    int sharedBytes,
    long prompts,
    boolean isNews) {}
