# What `sam build` runs (template.yaml, BuildMethod: makefile): classes at the root, jars in lib/.

# Packages that only the command line uses; the function must not carry them.
COMMAND_LINE_ONLY = cli demo report local sim bench engine

.PHONY: build-RouterFunction
build-RouterFunction:
	@test -n "$(ARTIFACTS_DIR)" || { echo "ARTIFACTS_DIR is not set: run this by sam build"; exit 1; }
	rm -rf target/classes target/lambda-lib
	mvn -q -B -Dquick package
	mkdir -p "$(ARTIFACTS_DIR)/lib"
	cp -R target/classes/. "$(ARTIFACTS_DIR)/"
	rm -rf $(COMMAND_LINE_ONLY:%="$(ARTIFACTS_DIR)/dev/warmpath/%")
	cp target/lambda-lib/*.jar "$(ARTIFACTS_DIR)/lib/"
