# What `sam build` runs (template.yaml, BuildMethod: makefile): classes and the
# script that starts the streaming runtime at the root, jars in lib/.

# managed: for Lambda's Java runtime. self-contained: for provided.al2023, with a
# JDK in jdk/, an AOT cache that is valid for it, and all classes in lib/.
WARMPATH_PACKAGE ?= managed

# Of the function, as the template's Architecture has it: the JDK must be one for it.
WARMPATH_ARCHITECTURE ?= x86_64

ifeq ($(filter managed self-contained,$(WARMPATH_PACKAGE)),)
$(error WARMPATH_PACKAGE must be managed or self-contained but is "$(WARMPATH_PACKAGE)")
endif

# Packages that only the command line uses; the function must not carry them.
COMMAND_LINE_ONLY = cli advise demo report local llama sim bench engine smoke page

# The binaries of the CRT that Lambda can load: 5 of the jar's 24 MB.
CRT_NATIVES = linux/x86_64/glibc linux/armv8/glibc

JAVA = $(if $(JAVA_HOME),"$(JAVA_HOME)/bin/java",java)

# What trains the AOT cache: the start-up benchmark's classes, which do not ship.
TRAINER = target/classes:target/lambda-lib/*:target/cli-lib/*

.PHONY: build-RouterFunction build-AuthorizerFunction compile check lay-out
.PHONY: check-managed check-self-contained lay-out-managed lay-out-self-contained

build-RouterFunction: check compile
	$(MAKE) lay-out

# The same package as a managed router: the authorizer starts from a snapshot, in which its classes are loaded.
build-AuthorizerFunction: compile
	$(MAKE) lay-out-managed

compile:
	@test -n "$(ARTIFACTS_DIR)" || { echo "ARTIFACTS_DIR is not set: run this by sam build"; exit 1; }
	rm -rf target/classes target/lambda-lib
	mvn -q -B -Dquick package

# Before anything is compiled.
check: check-$(WARMPATH_PACKAGE)
check-managed:
check-self-contained:
	@$(JAVA) src/main/lambda/AddJdk.java $(WARMPATH_ARCHITECTURE)

# Of what is compiled already: the start-up benchmark measures it.
lay-out: lay-out-$(WARMPATH_PACKAGE)

lay-out-managed:
	mkdir -p "$(ARTIFACTS_DIR)"
	cp -R target/classes/. "$(ARTIFACTS_DIR)/"
	rm -rf $(COMMAND_LINE_ONLY:%="$(ARTIFACTS_DIR)/dev/warmpath/%")
	$(JAVA) src/main/lambda/StoreJars.java target/lambda-lib "$(ARTIFACTS_DIR)/lib" $(CRT_NATIVES)
	install -m 755 src/main/lambda/bootstrap-stream "$(ARTIFACTS_DIR)/"

lay-out-self-contained: lay-out-managed
	$(JAVA) src/main/lambda/AddJdk.java $(WARMPATH_ARCHITECTURE) "$(ARTIFACTS_DIR)"
	install -m 755 src/main/lambda/bootstrap "$(ARTIFACTS_DIR)/"
	$(JAVA) -cp "$(TRAINER)" dev.warmpath.cli.AotTrainer "$(ARTIFACTS_DIR)"
