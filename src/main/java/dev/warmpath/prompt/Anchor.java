package dev.warmpath.prompt;

/**
 * A depth of a prompt at which ownership is kept in the table.
 *
 * @param depthBytes how many bytes of canonical text the hash covers, a positive multiple of {@link
 *     PrefixChain#BLOCK_BYTES}
 * @param hash the name of the text down to that depth
 */
public record Anchor(int depthBytes, PrefixHash hash) {}
