# Decides what the program unpacks beside gzip: codecs of Parquet and Arrow, and files that are compressed as a whole. Sets
# TUPLEPACK_HAS_SNAPPY, _ZSTD, _LZ4, _LZMA and _BZ2, and the targets tuplepack_snappy, … Files that use others are refused.
#   TUPLEPACK_CODECS   AUTO: those whose library is found · ON: all, or fail · OFF: none
tuplepack_option(CODECS "Snappy, Zstandard, LZ4, xz and bzip2" "Build with Snappy, Zstandard, LZ4, xz and bzip2")
tuplepack_library(CODECS Snappy snappy snappy.h libsnappy-dev)
tuplepack_library(CODECS Zstandard zstd zstd.h libzstd-dev)
tuplepack_library(CODECS LZ4 lz4 lz4.h liblz4-dev)
tuplepack_library(CODECS xz lzma lzma.h liblzma-dev)
tuplepack_library(CODECS bzip2 bz2 bzlib.h libbz2-dev)
