"""Care: looking after the box on a phone. Who may is let in at the box: `web.caretaking`.

A page here is drawn for the one who asks and never sent to others. Its module has `routes`, which gives
every address to `web.care.forms` or guards it by `web.care.guard`, and stands in `web.care.every`; its name
stands in `web.care.first`, where its link is `care.<name>`, with `care.<name>-say`.
"""
