"""What people read: texts as codes, and the catalogues that put them into words."""
