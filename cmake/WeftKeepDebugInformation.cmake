# Run by cpack before it installs: cpack itself moves debug information into separate packages.
set(ENV{WEFT_KEEP_DEBUG_INFORMATION} 1)
