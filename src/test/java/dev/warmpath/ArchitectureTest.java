package dev.warmpath;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;

/** Who may know whom, and who may look at the world. */
@AnalyzeClasses(
    packages = "dev.warmpath",
    importOptions = {ImportOption.DoNotIncludeTests.class, ImportOption.DoNotIncludeJars.class})
final class ArchitectureTest {
  private static final String ROOT = "dev.warmpath.";
  private static final String PROMPT = ROOT + "prompt..";
  private static final String ROUTING = ROOT + "routing..";
  private static final String ROUTER = ROOT + "router..";
  private static final String ENGINE = ROOT + "engine..";
  private static final String TABLE = ROOT + "table..";
  private static final String KEYS = ROOT + "keys..";
  private static final String WEB = ROOT + "web..";
  private static final String AWS = ROOT + "aws..";
  private static final String LAMBDA = ROOT + "lambda..";
  private static final String LOCAL = ROOT + "local..";
  private static final String BOOTSTRAP = ROOT + "bootstrap..";
  private static final String DEMO = ROOT + "demo..";
  private static final String BENCH = ROOT + "bench..";

  /** Functions of anybody, to compare with. */
  private static final String HELLO = ROOT + "bench.hello..";

  private static final String CLI = ROOT + "cli..";

  /** Where parts are put together, or a clock on the wall belongs to the job. */
  private static final String[] ROOTS = {CLI, LAMBDA, LOCAL, BOOTSTRAP, DEMO, BENCH};

  /** Waits for other threads against a deadline of real time, which no injected clock can wake. */
  private static final Set<String> WAITS = Set.of(ROOT + "router.BackgroundWork");

  @ArchTest static final ArchRule promptKnowsNobody = mayOnlyKnow(PROMPT);

  @ArchTest static final ArchRule routingKnowsPrompt = mayOnlyKnow(ROUTING, PROMPT);

  @ArchTest
  static final ArchRule routerKnowsRoutingAndPrompt = mayOnlyKnow(ROUTER, ROUTING, PROMPT);

  @ArchTest static final ArchRule engineKnowsPromptAtMost = mayOnlyKnow(ENGINE, PROMPT);

  @ArchTest static final ArchRule tableKnowsTheCore = mayOnlyKnow(TABLE, ROUTER, ROUTING, PROMPT);

  @ArchTest
  static final ArchRule keysKnowTheTableAndTheCore =
      mayOnlyKnow(KEYS, TABLE, ROUTER, ROUTING, PROMPT);

  @ArchTest
  static final ArchRule webKnowsNoOtherAdapter =
      noClasses()
          .that()
          .resideInAPackage(WEB)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(AWS, LAMBDA, LOCAL, BOOTSTRAP, DEMO, CLI)
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule awsKnowsNoOtherAdapter =
      noClasses()
          .that()
          .resideInAPackage(AWS)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(LAMBDA, LOCAL, BOOTSTRAP, DEMO, CLI)
          .allowEmptyShould(true);

  @ArchTest
  static final ArchRule nobodyKnowsTheCommandLine =
      noClasses()
          .that()
          .resideOutsideOfPackage(CLI)
          .should()
          .dependOnClassesThat()
          .resideInAPackage(CLI);

  @ArchTest
  static final ArchRule onlyAwsSeesTheSdk =
      noClasses()
          .that()
          .resideOutsideOfPackages(AWS, HELLO)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("software.amazon..");

  @ArchTest
  static final ArchRule onlyLambdaAndLocalSeeLambdasTypes =
      noClasses()
          .that()
          .resideOutsideOfPackages(LAMBDA, LOCAL, HELLO)
          .should()
          .dependOnClassesThat()
          .resideInAPackage("com.amazonaws..");

  @ArchTest
  static final ArchRule packagesFormNoCycle =
      slices().matching(ROOT + "(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule onlyRootsReadTheClock =
      noClasses()
          .that(resideOutsideOfPackages(ROOTS))
          .should()
          .accessTargetWhere(readsTheClock())
          .because("time is a constructor argument, so that tests need not sleep");

  @ArchTest
  static final ArchRule onlyRootsReadTheEnvironment =
      noClasses()
          .that(resideOutsideOfPackages(ROOTS))
          .should()
          .accessTargetWhere(
              target("the environment", System.class, Set.of("getenv", "getProperty")));

  @ArchTest
  static final ArchRule randomnessHasASeed =
      noClasses()
          .that(resideOutsideOfPackages(BOOTSTRAP))
          .should()
          .accessTargetWhere(unseeded())
          .because("a run must be repeatable, and ties must be fair between routers");

  @ArchTest
  static final ArchRule onlyTheCommandLineWritesToTheTerminal =
      noClasses()
          .that(resideOutsideOfPackages(CLI, BOOTSTRAP))
          .should()
          .accessTargetWhere(target("the terminal", System.class, Set.of("out", "err")));

  @ArchTest
  static final ArchRule nobodyUsesJavaUtilLogging =
      noClasses().should().dependOnClassesThat().resideInAPackage("java.util.logging..");

  private static ArchRule mayOnlyKnow(String itself, String... lower) {
    String[] known = new String[lower.length + 3];
    System.arraycopy(lower, 0, known, 0, lower.length);
    known[lower.length] = itself;
    known[lower.length + 1] = "java..";
    known[lower.length + 2] = "org.jspecify..";
    DescribedPredicate<JavaClass> allowed =
        resideInAnyPackage(known)
            .or(resideInAnyPackage("javax.crypto.."))
            .or(DescribedPredicate.describe("primitives", c -> c.getPackageName().isEmpty()));
    return classes()
        .that()
        .resideInAPackage(itself)
        .should()
        .onlyDependOnClassesThat(allowed)
        .allowEmptyShould(true);
  }

  private static DescribedPredicate<JavaAccess<?>> readsTheClock() {
    Set<String> names = Set.of("currentTimeMillis", "nanoTime");
    return DescribedPredicate.describe(
        "reads a clock",
        access -> {
          String owner = access.getTarget().getOwner().getName();
          String name = access.getTarget().getName();
          boolean reads =
              (owner.equals("java.lang.System") && names.contains(name))
                  || (owner.startsWith("java.time.") && name.equals("now"))
                  || (owner.equals("java.time.Clock") && name.startsWith("system"))
                  || (owner.equals("java.time.InstantSource") && name.equals("system"));
          boolean waits = WAITS.contains(access.getOriginOwner().getName());
          return reads && !(waits && name.equals("nanoTime"));
        });
  }

  private static DescribedPredicate<JavaAccess<?>> unseeded() {
    Set<String> generators =
        Set.of("java.util.Random", "java.util.SplittableRandom", "java.security.SecureRandom");
    return DescribedPredicate.describe(
        "draws without a seed",
        access -> {
          String owner = access.getTarget().getOwner().getName();
          String name = access.getTarget().getName();
          boolean seedless =
              name.equals("<init>") && access.getTarget().getFullName().endsWith("<init>()");
          return (generators.contains(owner) && seedless)
              || (owner.equals("java.lang.Math") && name.equals("random"))
              || owner.equals("java.util.concurrent.ThreadLocalRandom");
        });
  }

  private static DescribedPredicate<JavaAccess<?>> target(
      String what, Class<?> owner, Set<String> names) {
    return DescribedPredicate.describe(
        "reaches " + what,
        access ->
            access.getTarget().getOwner().isEquivalentTo(owner)
                && names.contains(access.getTarget().getName()));
  }
}
