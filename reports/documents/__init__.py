"""What is printed. Each document has two halves: `collect` reads once and returns frozen data, `render` turns it into bytes."""
