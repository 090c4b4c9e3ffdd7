// A program that ends without a word, as a fault in native code would make it.
process.exit(7);
