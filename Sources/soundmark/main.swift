print("soundmark")
