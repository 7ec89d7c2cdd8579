[(block) (section) (initializer) (comment)] @fold
