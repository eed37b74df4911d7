// What tests measure on a page: by its name, a function that is given what to look at, if anything.
({
    /** Controls without a name. */
    nameless: () => [...document.querySelectorAll('a, button, summary, input:not([type=hidden]), select')]
        .filter((each) => each.checkVisibility())
        .filter((each) => {
            const label = each.labels?.length ? [...each.labels].map((one) => one.innerText).join(' ') : '';
            const own = each.getAttribute('aria-label') || each.textContent || '';
            return !(label + own).trim();
        }).map((each) => each.outerHTML.slice(0, 120)),

    /** Controls without room for a thumb. */
    small: () => [...document.querySelectorAll('main a, main button, main summary, .bar a, .top a')]
        .filter((each) => each.checkVisibility())
        .filter((each) => each.getBoundingClientRect().height < 44)
        .map((each) => each.outerHTML.slice(0, 120)),

    /** What of these lies over what stands beside it, or reaches out of its place. */
    overlapping: (of) => [...document.querySelectorAll(of)].filter((each) => {
        const text = document.createRange();
        text.selectNodeContents(each);
        const mine = text.getBoundingClientRect(), around = each.parentElement.getBoundingClientRect();
        const others = [...each.parentElement.children].filter((other) => other !== each);
        return mine.left < around.left || mine.right > around.right || others.some((other) => {
            const its = other.getBoundingClientRect();
            return its.left < mine.right - 1 && its.right > mine.left + 1
                && its.top < mine.bottom - 4 && its.bottom > mine.top + 4;
        });
    }).map((each) => each.outerHTML.slice(0, 120)),

    /** What is beyond the sides or cut off; a table of points or of a report may be pushed sideways. */
    outside: () => {
        const root = document.documentElement;
        const found = root.scrollWidth > root.clientWidth ? [`it is ${root.scrollWidth} px wide`] : [];
        for (const each of document.querySelectorAll('body *')) {
            if (!each.checkVisibility() || each.closest('.hide, .hide *, svg *, .points *, .scroll *')) continue;
            const { left, right, width } = each.getBoundingClientRect();
            const cut = each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX === 'hidden';
            const outside = left < -1 || right > root.clientWidth + 1;
            if (width && (cut || outside)) found.push(each.outerHTML.slice(0, 140));
        }
        return found;
    },

    /** Controls that lie under a bar where the keyboard brings them. */
    covered: () => [...document.querySelectorAll('main :is(a, button, summary, input, select)')].filter((each) => {
        if (!each.checkVisibility() || each.type === 'hidden' || each.closest('.now-bar')) return false;
        each.scrollIntoView({ block: 'nearest' });
        const { top, bottom, left, right } = each.getBoundingClientRect();
        const bars = [...document.querySelectorAll('.bar, .top, .now-bar')]
            .map((bar) => bar.getBoundingClientRect());
        const beside = (bar) => bar.left >= right - 1 || bar.right <= left + 1;
        const over = (bar) => !beside(bar) && bar.top < bottom - 1 && bar.bottom > top + 1;
        return bottom - top < innerHeight / 3 && bars.some(over);
    }).map((each) => each.outerHTML.slice(0, 140)),

    /** Whether the script has measured the bar at its present size. */
    barIsMeasured: () => {
        const high = document.getElementById('now-bar')?.offsetHeight;
        return !high || document.documentElement.style.getPropertyValue('--now-bar') === `${high}px`;
    },

    /** How much of the screen the bars take in the middle of a page. */
    underBars: () => {
        scrollTo(0, document.documentElement.scrollHeight / 2);
        const bars = [...document.querySelectorAll('.bar, .top, .now-bar')]
            .map((bar) => bar.getBoundingClientRect());
        const high = ({ top, bottom }) => Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
        const wide = ({ left, right }) => Math.max(0, Math.min(right, innerWidth) - Math.max(left, 0));
        return bars.reduce((sum, bar) => sum + high(bar) * wide(bar), 0) / (innerWidth * innerHeight);
    },

    /** What of these is not wholly on the screen in the middle of a page, or is wider than its place. */
    unseen: (of) => {
        scrollTo(0, document.documentElement.scrollHeight / 2);
        return [...document.querySelectorAll(of)].filter((each) => {
            const { top, bottom } = each.getBoundingClientRect();
            return top < -1 || bottom > innerHeight + 1 || each.scrollWidth > each.clientWidth;
        }).map((each) => each.outerHTML.slice(0, 140));
    },

    /** Words that begin on one line and end on the next. */
    broken: () => {
        const walker = document.createTreeWalker(document.getElementById('main'), NodeFilter.SHOW_TEXT);
        const found = [], range = document.createRange();
        while (walker.nextNode()) {
            const node = walker.currentNode;
            if (!node.parentElement.checkVisibility() || node.parentElement.closest('.hide')) continue;
            for (const { 0: word, index } of node.data.matchAll(/(?<![\p{L}\d])[\p{L}’']+(?![\p{L}\d])/gu)) {
                range.setStart(node, index);
                range.setEnd(node, index + word.length);
                const tops = [...range.getClientRects()].map(({ top }) => Math.round(top));
                if (new Set(tops).size > 1) found.push(word);
            }
        }
        return found;
    },

    /** Rows with buttons beside each other of which one is higher. */
    unequal: () => [...document.querySelectorAll('main .row, main .now-deeds')].filter((row) => {
        const places = [...row.querySelectorAll('button, .btn')].filter((each) => each.checkVisibility())
            .map((each) => each.getBoundingClientRect());
        return places.some((one) => places.some((other) => other.top < one.bottom - 1
            && one.top < other.bottom - 1 && Math.abs(one.height - other.height) > 1));
    }).map((row) => row.outerHTML.slice(0, 140)),

    /** Whether nothing lies over the whole of it, and it is on the screen. */
    seen: (each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        const at = [[left, top], [right, top], [left, bottom], [right, bottom]];
        const inside = ([x, y]) => [x + (x < (left + right) / 2 ? 8 : -8), y + (y < (top + bottom) / 2 ? 8 : -8)];
        return at.every((corner) => each.contains(document.elementFromPoint(...inside(corner))));
    },

    /** Whether it is on the screen and takes a tap in its middle. */
    takesTheTap: (each) => {
        const { left, right, top, bottom } = each.getBoundingClientRect();
        const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return top >= 0 && bottom <= innerHeight && each.contains(there);
    },

    /** Scrolls until it stands as low as it can be tapped. */
    lowest: (summary) => {
        const bars = [...document.querySelectorAll('.now-bar, .bar')].map((bar) => bar.getBoundingClientRect());
        const free = Math.min(...bars.map(({ top }) => top).filter((top) => top > 0));
        scrollBy({ top: summary.getBoundingClientRect().bottom - free, behavior: 'instant' });
    },

    /** Whether a notice at the page's top stands over nothing but the name in the page's head. */
    inTheHead: (notice) => {
        scrollTo(0, 0);
        const { right, bottom } = document.querySelector(notice).getBoundingClientRect();
        const [head, side] = ['.top', '.dot'].map((each) => document.querySelector(each).getBoundingClientRect());
        return bottom <= head.bottom && right <= side.left;
    },

    /** The top and the bottom of what is free between the bars, once what was done is painted. */
    between: async () => {
        for (const _painted of [1, 2]) await new Promise(requestAnimationFrame);
        const head = document.querySelector('body > header').getBoundingClientRect().bottom;
        const [bar] = [...document.querySelectorAll('.now-bar, nav.bar')]
            .map((each) => each.getBoundingClientRect().top);
        return [Math.max(head, 0), Math.min(bar, innerHeight)];
    },

    /** By how many pixels a page reaches beyond the screen, sideways and down. */
    beyond: () => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        return [Math.max(0, scrollWidth - innerWidth), Math.max(0, scrollHeight - innerHeight)];
    },

    /** The size of the smallest letters that are seen. */
    leastLetters: () => Math.min(...[...document.querySelectorAll('body *')]
        .filter((each) => each.checkVisibility() && !each.closest('.hide'))
        .filter((each) => [...each.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()))
        .map((each) => parseFloat(getComputedStyle(each).fontSize))),

    /** What of a television's picture reaches beyond its place, or lies over letters or the ore of a mine. */
    mingled: () => {
        const seen = [...document.querySelectorAll('main *')].filter((each) => !each.closest('.hide'));
        const texts = seen.flatMap((each) => [...each.childNodes]).filter((node) => node.data?.trim());
        const boxes = [...texts, ...seen.filter((each) => each.matches('.gave'))].flatMap((node) => {
            const range = document.createRange();
            if (node.data) range.selectNode(node);
            return [...(node.data ? range : node).getClientRects()].map((box) => [node.textContent, box]);
        });
        const both = (from, to, one, other) => Math.min(one[to], other[to]) - Math.max(one[from], other[from]);
        const over = (one, other) => both('left', 'right', one, other) > 1
            && both('top', 'bottom', one, other) > 0.4 * Math.min(one.height, other.height);
        return [
            ...seen.filter((each) => each.matches('.card, li, p') && each.scrollWidth > each.clientWidth + 2)
                .map((each) => each.textContent),
            ...boxes.flatMap(([text, box], at) => boxes.slice(at + 1)
                .filter(([, other]) => over(box, other)).map(([other]) => `${text} / ${other}`)),
        ];
    },

    /** Where in its row each player's points stand. */
    points: (rows) => rows.map((row) => {
        const points = row.querySelector(':scope > b:last-child, .ls-total').getBoundingClientRect();
        const { left, top } = row.getBoundingClientRect();
        return [points.right - left, points.top - top].map(Math.round).join();
    }),

    /** Puts a link at every heading, sentence, plot and row, naming its section: a PDF tells on which page each is.
     * Returns how each section begins. */
    mark: () => {
        const mark = (each, name) => {
            const link = document.createElement('a');
            link.href = `http://mark/${name}`;
            link.textContent = '.';
            each.prepend(link);
        };
        return [...document.querySelectorAll('main > :is(.card, details)')].map((part, number) => {
            const pieces = [...part.querySelectorAll('h1, h2, p, tbody th, .log .what')];
            pieces.filter((each) => each.checkVisibility()).forEach((each) => mark(each, number));
            for (const plot of part.querySelectorAll('svg.plot')) {
                const text = document.createElement('span');
                plot.before(text);
                mark(text, number);
            }
            return part.innerText.slice(0, 30);
        });
    },

    /** What is wider than paper, or casts a shadow, which paper cannot. */
    unprintable: () => [...document.querySelectorAll('body *')].filter((each) => each.checkVisibility())
        .filter((each) => (each.closest('main') && each.getBoundingClientRect().right > innerWidth + 1)
            || getComputedStyle(each).boxShadow !== 'none')
        .map((each) => each.outerHTML.slice(0, 120)),
})
