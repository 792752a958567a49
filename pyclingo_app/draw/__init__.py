"""Drawing: from the terms of the drawing vocabulary to a board, and from a board to text and pictures."""
