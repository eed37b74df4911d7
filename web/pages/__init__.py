"""The pages for phones, drawn by the box.

A page's own module answers its address: it says what the page contains, and `Pages.draw` draws its template.
A form that was done sends the phone on to a page; else `Pages.show` draws the page again with what was typed.

A new page is a module with `routes` like those here, its name in `every.py`, and its template.
"""
