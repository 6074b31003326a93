# Run by cpack before it installs: cpack takes debug information out itself, into packages of its own.
set(ENV{WEFT_KEEP_DEBUG_INFORMATION} 1)
