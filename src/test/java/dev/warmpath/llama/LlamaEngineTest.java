package dev.warmpath.llama;

import dev.warmpath.engine.EngineProfile;
import dev.warmpath.local.EngineContract;
import dev.warmpath.local.LocalVariant;
import dev.warmpath.testing.Facility;
import dev.warmpath.testing.Required;
import java.io.IOException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

@Required(value = Facility.LLAMA, group = "a local variant over llama.cpp")
@TestInstance(Lifecycle.PER_CLASS)
class LlamaEngineTest extends EngineContract {
  private LlamaModel model;

  @BeforeAll
  void load() throws IOException {
    model = TinyModel.load();
  }

  @AfterAll
  void close() {
    model.close();
  }

  @Override
  protected LocalVariant start(int capacityTokens) throws IOException {
    EngineProfile profile = TinyModel.profile(capacityTokens);
    return LocalVariant.start(
        "a", profile, LlamaIterations.over(model, profile, System::nanoTime), System::nanoTime);
  }
}
