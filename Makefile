# What `sam build` runs (template.yaml, BuildMethod: makefile): classes and the
# script that starts the streaming runtime at the root, jars in lib/.

# Packages that only the command line uses; the function must not carry them.
COMMAND_LINE_ONLY = cli demo report local llama sim bench engine smoke page

# The binaries of the CRT that Lambda can load: 5 of the jar's 24 MB.
CRT_NATIVES = linux/x86_64/glibc linux/armv8/glibc

JAR = $(if $(JAVA_HOME),"$(JAVA_HOME)/bin/jar",jar)

# One package for both: the authorizer starts from a snapshot, in which its classes are loaded.
.PHONY: build-RouterFunction build-AuthorizerFunction
build-RouterFunction build-AuthorizerFunction:
	@test -n "$(ARTIFACTS_DIR)" || { echo "ARTIFACTS_DIR is not set: run this by sam build"; exit 1; }
	rm -rf target/classes target/lambda-lib
	mvn -q -B -Dquick package
	mkdir -p "$(ARTIFACTS_DIR)/lib"
	cp -R target/classes/. "$(ARTIFACTS_DIR)/"
	rm -rf $(COMMAND_LINE_ONLY:%="$(ARTIFACTS_DIR)/dev/warmpath/%")
	cp target/lambda-lib/*.jar "$(ARTIFACTS_DIR)/lib/"
	rm -rf target/aws-crt
	mkdir target/aws-crt
	cd target/aws-crt && $(JAR) -xf ../lambda-lib/aws-crt-[0-9]*.jar
	find target/aws-crt -name '*aws-crt-jni.*' $(CRT_NATIVES:%=-not -path '*/%/*') -delete
	rm "$(ARTIFACTS_DIR)"/lib/aws-crt-[0-9]*.jar
	$(JAR) -cMf "$(ARTIFACTS_DIR)/lib/$$(cd target/lambda-lib && echo aws-crt-[0-9]*.jar)" -C target/aws-crt .
	install -m 755 src/main/lambda/bootstrap-stream "$(ARTIFACTS_DIR)/"
