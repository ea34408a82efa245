# What `sam build` runs (template.yaml, BuildMethod: makefile): classes and the
# script that starts the streaming runtime at the root, jars in lib/.

# Packages that only the command line uses; the function must not carry them.
COMMAND_LINE_ONLY = cli advise demo report local llama sim bench engine smoke page

# The binaries of the CRT that Lambda can load: 5 of the jar's 24 MB.
CRT_NATIVES = linux/x86_64/glibc linux/armv8/glibc

JAVA = $(if $(JAVA_HOME),"$(JAVA_HOME)/bin/java",java)

# One package for both: the authorizer starts from a snapshot, in which its classes are loaded.
.PHONY: build-RouterFunction build-AuthorizerFunction lay-out
build-RouterFunction build-AuthorizerFunction:
	@test -n "$(ARTIFACTS_DIR)" || { echo "ARTIFACTS_DIR is not set: run this by sam build"; exit 1; }
	rm -rf target/classes target/lambda-lib
	mvn -q -B -Dquick package
	$(MAKE) lay-out

# Of what is compiled already: the start-up benchmark measures it.
lay-out:
	mkdir -p "$(ARTIFACTS_DIR)"
	cp -R target/classes/. "$(ARTIFACTS_DIR)/"
	rm -rf $(COMMAND_LINE_ONLY:%="$(ARTIFACTS_DIR)/dev/warmpath/%")
	$(JAVA) src/main/lambda/StoreJars.java target/lambda-lib "$(ARTIFACTS_DIR)/lib" $(CRT_NATIVES)
	install -m 755 src/main/lambda/bootstrap-stream "$(ARTIFACTS_DIR)/"
