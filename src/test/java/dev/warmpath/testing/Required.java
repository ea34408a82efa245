package dev.warmpath.testing;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Runs a test class only where a facility is there; else one line on the standard output names the
 * group that was skipped.
 *
 * <p>With {@code -Dwarmpath.require=moto}, or several names with commas between them, a skip is a
 * failure. Stands above {@code @Testcontainers}, which would skip without a word.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@ExtendWith(RequiredCondition.class)
public @interface Required {
  /** What the tests need. */
  Facility value();

  /** What the group is called where it is skipped. */
  String group();
}
