package dev.warmpath.prompt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.warmpath.testing.Seeds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class PrefixChainTest {
  private static final int BLOCK = PrefixChain.BLOCK_BYTES;

  @Test
  void equalPromptsHaveEqualChains() {
    Seeds.forAll(
        100,
        (seed, random) -> {
          // given
          List<Segment> segments = Prompts.random(random);
          List<Segment> copy = new ArrayList<>(segments);

          // when
          PrefixChain one = Prompts.chain(segments);
          PrefixChain other = Prompts.chain(copy);

          // then
          assertThat(one.anchors()).isEqualTo(other.anchors());
          assertThat(one.tip()).isEqualTo(other.tip());
          assertThat(one.family()).isEqualTo(other.family());
          assertThat(one.pool()).isEqualTo(other.pool());
          assertThat(one.lengthBytes()).isEqualTo(Prompts.canonicalText(segments).length);
        });
  }

  @Test
  void siblingsShareEveryAnchorDownToOneBlockBeforeTheyPart() {
    Seeds.forAll(
        2000,
        (seed, random) -> {
          // given
          List<Segment> segments = Prompts.random(random);
          List<Segment> sibling = Prompts.sibling(segments, random);
          int common = Prompts.commonBytes(segments, sibling);

          // when
          PrefixChain one = Prompts.chain(segments);
          PrefixChain other = Prompts.chain(sibling);

          // then
          assertThat(downTo(common - BLOCK, one)).isEqualTo(downTo(common - BLOCK, other));
        });
  }

  @Test
  void siblingsThatPartInTheNextSpeakersNameShareAsMuch() {
    for (int length = 600; length < 600 + BLOCK; length++) {
      // given
      Segment system = Segment.ofText("system", "s".repeat(length));
      List<Segment> asked = List.of(system, Segment.ofText("user", "x".repeat(400)));
      List<Segment> told = List.of(system, Segment.ofText("developer", "x".repeat(400)));
      int common = Prompts.commonBytes(asked, told);

      // then
      assertThat(downTo(common - BLOCK, Prompts.chain(asked)))
          .isEqualTo(downTo(common - BLOCK, Prompts.chain(told)));
    }
  }

  @Test
  void reachesExactlyTheTextItStartsWith() {
    Seeds.forAll(
        500,
        (seed, random) -> {
          // given
          List<Segment> segments = Prompts.random(random);
          List<Segment> sibling = Prompts.sibling(segments, random);
          int common = Prompts.commonBytes(segments, sibling);
          PrefixChain chain = Prompts.chain(segments);

          // when
          List<Anchor> others = new ArrayList<>(Prompts.chain(sibling).anchors());
          Prompts.chain(sibling).tip().ifPresent(others::add);

          // then
          assertThat(others)
              .allSatisfy(a -> assertThat(chain.reaches(a)).isEqualTo(a.depthBytes() <= common));
        });
  }

  @Test
  void reachesNoDepthThatIsNotAWholeBlockOfIt() {
    // given
    PrefixChain chain = Prompts.chain(List.of(Segment.ofText("user", "x".repeat(600))));
    PrefixHash hash = chain.anchors().getFirst().hash();

    // then
    assertThat(chain.reaches(new Anchor(512, hash))).isTrue();
    assertThat(chain.reaches(new Anchor(0, hash))).isFalse();
    assertThat(chain.reaches(new Anchor(-BLOCK, hash))).isFalse();
    assertThat(chain.reaches(new Anchor(BLOCK, hash))).isFalse();
    assertThat(chain.reaches(new Anchor(513, hash))).isFalse();
    assertThat(chain.reaches(new Anchor(640, hash))).isFalse();
    assertThat(chain.reaches(new Anchor(Integer.MAX_VALUE, hash))).isFalse();
  }

  @Test
  void promptsOfDifferentScopeOrSecretShareNothing() {
    // given
    List<Segment> segments =
        List.of(Segment.ofText("system", "s".repeat(5000)), Segment.ofText("user", "hello"));
    List<Scope> scopes =
        List.of(
            Scope.ofModel("default"),
            Scope.ofModel("other"),
            new Scope("default", "lora", "", ""),
            new Scope("default", "", "lora", ""),
            new Scope("default", "", "", "lora"),
            new Scope("defaultlora", "", "", ""));
    PrefixHasher otherSecret = new PrefixHasher(new byte[PrefixHasher.MIN_SECRET_BYTES]);

    // when
    List<PrefixChain> chains = new ArrayList<>();
    for (Scope scope : scopes) {
      chains.add(Prompts.HASHER.chain(new Prompt(scope, segments, "")));
    }
    chains.add(otherSecret.chain(Prompts.of(segments)));

    // then
    Set<PrefixHash> hashes = new HashSet<>();
    Set<String> pools = new HashSet<>();
    for (PrefixChain chain : chains) {
      assertThat(chain.anchors()).hasSizeGreaterThan(3);
      chain.anchors().forEach(a -> assertThat(hashes.add(a.hash())).isTrue());
      assertThat(hashes.add(chain.family())).isTrue();
      assertThat(pools.add(chain.pool())).isTrue();
    }
  }

  @Test
  void thePlacementHintSteersTheFamilyAndNothingElse() {
    // given
    List<Segment> segments = List.of(Segment.ofText("user", "x".repeat(3000)));
    Scope scope = Scope.ofModel("default");

    // when
    PrefixChain plain = Prompts.HASHER.chain(new Prompt(scope, segments, ""));
    PrefixChain hinted = Prompts.HASHER.chain(new Prompt(scope, segments, "session-1"));
    PrefixChain other = Prompts.HASHER.chain(new Prompt(scope, List.of(), "session-1"));

    // then
    assertThat(hinted.anchors()).isEqualTo(plain.anchors());
    assertThat(hinted.family()).isNotEqualTo(plain.family()).isEqualTo(other.family());
  }

  @Test
  void theFamilyStaysAsAConversationGrows() {
    Seeds.forAll(
        100,
        (seed, random) -> {
          // given
          List<Segment> first =
              List.of(
                  Segment.ofText("system", Prompts.text(random, random.nextInt(2000))),
                  Segment.ofText("user", Prompts.text(random, random.nextInt(2000))));
          List<Segment> later = new ArrayList<>(first);
          later.add(Segment.ofText("assistant", Prompts.text(random, random.nextInt(500))));
          List<Segment> changed = List.of(first.getFirst(), Segment.ofText("user", "another"));

          // when
          PrefixHash family = Prompts.chain(first).family();

          // then
          assertThat(Prompts.chain(later).family()).isEqualTo(family);
          assertThat(Prompts.chain(changed).family()).isNotEqualTo(family);
        });
  }

  @Test
  void neverShowsTextOrSecrets() {
    // given
    String text = "PRIVATE".repeat(300);
    Prompt prompt =
        new Prompt(
            new Scope("model", "adapter", "PRIVATE-salt", "PRIVATE-arguments"),
            List.of(Segment.ofText("user", text)),
            "PRIVATE-hint");

    // then
    assertThat(prompt.toString()).doesNotContain("PRIVATE").contains("1 segments");
    assertThat(prompt.segments().toString()).doesNotContain("PRIVATE").contains("2100 bytes");
    assertThat(prompt.scope().toString()).doesNotContain("PRIVATE").contains("adapter");
    assertThat(Prompts.HASHER.chain(prompt).toString()).doesNotContain("PRIVATE").contains("bytes");
  }

  @Test
  void theInstructionsEndInFrontOfTheFirstMessage() {
    // given: the next speaker's name belongs to them, so they have 9 + 500 + 6 bytes
    Segment system = Segment.ofText("system", "s".repeat(500));
    List<Segment> first = List.of(system, Segment.ofText("user", "u".repeat(300)));
    List<Segment> later = new ArrayList<>(first);
    later.add(Segment.ofText("assistant", "a".repeat(300)));
    later.add(Segment.ofText("user", "u".repeat(300)));

    // then
    for (List<Segment> segments : List.of(first, later)) {
      PrefixChain chain = Prompts.chain(segments);
      assertThat(chain.instructions()).contains(new Anchor(512, chain.hashAt(512)));
    }
  }

  @Test
  void aPromptOfInstructionsOnlyIsInstructionsToItsTip() {
    PrefixChain chain = Prompts.chain(List.of(Segment.ofText("system", "s".repeat(500))));

    assertThat(chain.instructions()).isEqualTo(chain.tip()).isPresent();
    assertThat(chain.conversationBytes()).isEqualTo(384);
  }

  @Test
  void aPromptWithoutInstructionsHasNone() {
    assertThat(Prompts.chain(List.of(Segment.ofText("user", "u".repeat(500)))).instructions())
        .isEmpty();
  }

  @Test
  void aConversationIsToldFromOthersWhereItsFirstMessageEnds() {
    // given: "system" and three marks take nine bytes, "user" and three marks seven
    Segment system = Segment.ofText("system", "s".repeat(500));
    Segment answer = Segment.ofText("assistant", "a".repeat(900));

    // then
    assertThat(conversationBytes(system, Segment.ofText("user", "u".repeat(508)))).isEqualTo(1024);
    assertThat(conversationBytes(system, Segment.ofText("user", "u".repeat(508)), answer))
        .isEqualTo(1024);
  }

  @Test
  void aConversationWithAShortFirstMessageIsToldOneBlockBeyondItsInstructions() {
    // given
    Segment system = Segment.ofText("system", "s".repeat(500));
    Segment answer = Segment.ofText("assistant", "a".repeat(900));

    // then
    assertThat(conversationBytes(system, Segment.ofText("user", "hi"))).isEqualTo(512 + BLOCK);
    assertThat(conversationBytes(system, Segment.ofText("user", "hi"), answer))
        .isEqualTo(512 + BLOCK);
  }

  @Test
  void rolesMayBeLongerThanWhatTheySay() {
    // given
    List<Segment> segments = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      segments.add(Segment.ofText("role" + i + "r".repeat(300), "x"));
    }

    // when
    PrefixChain chain = Prompts.chain(segments);

    // then
    assertThat(chain.lengthBytes()).isEqualTo(Prompts.canonicalText(segments).length);
    assertThat(chain.tip().map(Anchor::depthBytes)).contains(chain.lengthBytes() / BLOCK * BLOCK);
    assertThat(chain.anchors()).allMatch(chain::reaches);
    PrefixChain half = Prompts.chain(segments.subList(0, 10));
    assertThat(chain.reaches(half.tip().orElseThrow())).isTrue();
  }

  @Test
  void withoutAnchorsAPromptStillNamesAllItsText() {
    // given
    PrefixChain chain =
        Prompts.chain(
            List.of(
                Segment.ofText("system", "s".repeat(3000)), Segment.ofText("user", "question")));

    // when
    PrefixChain bare = chain.withoutAnchors();

    // then
    assertThat(chain.anchors()).isNotEmpty();
    assertThat(bare.anchors()).isEmpty();
    assertThat(bare.tip()).isEqualTo(chain.tip());
    assertThat(bare.family()).isEqualTo(chain.family());
    assertThat(bare.pool()).isEqualTo(chain.pool());
    assertThat(bare.lengthBytes()).isEqualTo(chain.lengthBytes());
    assertThat(bare.instructions()).isEqualTo(chain.instructions());
    assertThat(bare.conversationBytes()).isEqualTo(chain.conversationBytes());
  }

  private static int conversationBytes(Segment... segments) {
    return Prompts.chain(List.of(segments)).conversationBytes();
  }

  private static List<Anchor> downTo(int depthBytes, PrefixChain chain) {
    return chain.anchors().stream().filter(a -> a.depthBytes() <= depthBytes).toList();
  }
}
