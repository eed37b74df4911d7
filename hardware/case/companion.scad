// A case for the companion, to print in two parts and without supports: the body, with its face on the
// bed, and the lid. Millimetres. Measure your parts first, then change what stands under "Your parts".
//
//     openscad -o body.stl -D 'part="body"' companion.scad
//     openscad -o lid.stl  -D 'part="lid"'  companion.scad

/* [What to make] */
part = "body";       // body, lid

/* [Your parts] */
display = 0.96;      // inches: 0.96 or 1.3
button = 12;         // thread of the push buttons: 12 or 16
colours = 6;         // buttons for the players, 0 to 7: red, yellow, green, blue, purple, black, grey
lamps = 0;           // lamps on pins, 0 to 7, in the same order: each stands beside its button's sign
lamp = 5;            // their diameter: 3 or 5
strip = 0;           // pixels of a strip, 0 to 7, in windows along the front; the case gets deeper for it
pitch = 16.67;       // from pixel to pixel: 16.67 is a strip of 60 to the metre
strip_width = 10;
buzzer = 0;          // diameter of a buzzer behind holes in the left wall, about 12; 0 has none
reader = [48, 44];   // room for the reader's coil or board, across and deep

/* [The outside] */
width = 146;
depth = 100;
height = 44;         // with the lid; the plugs on the header stand below the display

/* [Print] */
wall = 2;
clearance = 0.4;     // around a part that is laid in
engraved = 0.6;      // how deep the signs are

/* [Screws] */
post = 8;            // the four posts in the corners
post_hole = 2.5;     // for a self-tapping M3
lid_hole = 3.4;
head = 6.4;          // countersunk head of an M3
standoff = 4;        // height under the Raspberry Pi
standoff_hole = 2.1; // for a self-tapping M2.5

/* [Hidden] */
$fn = 48;
e = 0.01;
strip_room = strip > 0 ? strip_width + 5 : 0;
deep = depth + strip_room;
round = 4;
edge = 1;

// The modules as most of them are: board, glass that is seen, and how far its middle lies from the board's
// middle towards the pins (negative: away from them).
module_096 = [[27.8, 27.8], [24, 13], -1.8];
module_13 = [[35.6, 33.8], [32, 17], -2];
screen = display == 1.3 ? module_13 : module_096;
screen_frame = 4;    // holds glass and board

// Where things are, seen from above: x from the left, y from the player's side.
right = width - 41;  // middle of the display and of the three buttons
colours_y = strip_room + 15;
three_y = strip_room + 44;
strip_y = wall + 2.5 + strip_width / 2;
buzzer_at = [strip_room + 34, 20]; // along the left wall, and up
screen_y = deep - 23;
sign_above = 14;     // a button's sign, from its middle
reader_at = [34, deep - 34];
posts = [for (x = [5.5, width - 5.5], y = [5.5, deep - 5.5]) [x, y]];

// A Raspberry Pi Zero 2 W, its ports in the back wall: so its left is our right.
pi = [65, 30];
pi_at = [width - 77, deep - wall - 1 - pi[1]];
pi_hole = 3.5;
pi_ports = [[12.4, 17], [41.4, 13], [54, 13]]; // HDMI, USB, power: from the board's left, and how wide
port_height = 12;

hole = button + 0.3;
assert(button <= 16, "there is room for buttons of up to 16 mm");
places = max(colours, lamps);
assert(places >= 0 && places <= 7, "there are seven colours");
assert(places < 7 || button <= 12, "seven stand too near to each other for larger buttons");
assert(lamp == 3 || lamp == 5, "lamps are of 3 or 5 mm");
assert(strip >= 0 && strip * pitch < width - 25, "the strip is longer than the case");
assert(buzzer == 0 || (buzzer >= 9 && buzzer <= 14), "there is room for a buzzer of 9 to 14 mm");

echo("size", part, [width, deep, part == "lid" ? wall + standoff : height - wall]);

if (part == "body") translate([0, deep, height]) rotate([180, 0, 0]) body();
else if (part == "lid") lid();

module plate(h, inset = 0) {
    translate([inset, inset, 0]) linear_extrude(h) translate([round, round])
        offset(round) square([width - 2 * (round + inset), deep - 2 * (round + inset)]);
}

module body() {
    difference() {
        union() {
            shell();
            for (at = posts) in_corner(at);
            translate([right, screen_y, height - wall]) frame(screen[0], screen_frame);
            translate([reader_at[0], reader_at[1], height - wall]) frame(reader, 3);
            if (strip > 0) translate([width / 2, strip_y, height - wall]) rails();
        }
        for (at = posts) translate([at[0], at[1], wall - e]) cylinder(d = post_hole, h = 14);
        window();
        holes();
        pixels();
        sound();
        ports();
        signs();
    }
}

module shell() {
    difference() {
        hull() {
            translate([0, 0, wall]) plate(height - wall - edge);
            translate([0, 0, wall]) plate(height - wall, edge);
        }
        translate([wall, wall, wall - e]) cube([width - 2 * wall, deep - 2 * wall, height - 2 * wall + e]);
    }
}

// A post that fills the corner behind it.
module in_corner(at) {
    outwards = [at[0] < width / 2 ? -1 : 1, at[1] < deep / 2 ? -1 : 1];
    translate([at[0], at[1], wall]) linear_extrude(height - wall - edge) hull() {
        circle(d = post);
        translate(outwards * 1.5) square(post - 3, center = true);
    }
}

// A rim that hangs under the face around a part, open towards the back for its pins.
module frame(inside, h) {
    thick = 1.6;
    room = [inside[0] + clearance, inside[1] + clearance];
    translate([0, 0, -h]) difference() {
        translate([-room[0] / 2 - thick, -room[1] / 2 - thick, 0])
            cube([room[0] + 2 * thick, room[1] + 2 * thick, h + e]);
        translate([-room[0] / 2, -room[1] / 2, -e]) cube([room[0], room[1], h + 3 * e]);
        translate([-8, 0, -e]) cube([16, room[1], h + 3 * e]);
    }
}

module window() {
    glass = screen[1];
    translate([right, screen_y + screen[2], height - wall]) hull() {
        translate([0, 0, -e]) linear_extrude(0.8) square(glass, center = true);
        translate([0, 0, wall]) linear_extrude(e) square([glass[0] + 2.4, glass[1] + 2.4], center = true);
    }
}

function three_at(n) = [right + (n - 1) * 24, three_y];
function colour_at(n) = [width / 2 + (n - (places - 1) / 2) * (places == 7 ? 20 : 21.5), colours_y];
function beside(n) = n < lamps ? 4.6 : 0; // so far from the middle are a lamp and its sign

module holes() {
    for (n = [0:2]) drill(three_at(n));
    if (colours > 0) for (n = [0:colours - 1]) drill(colour_at(n));
    if (lamps > 0) for (n = [0:lamps - 1]) drill(colour_at(n) + [beside(n), sign_above], lamp + 0.2);
}

module drill(at, d = hole) {
    translate([at[0], at[1], height - wall - e]) cylinder(d = d, h = wall + 2 * e);
}

// A window for each pixel of the strip, which is glued behind them between two rails.
module pixels() {
    if (strip > 0) for (n = [0:strip - 1])
        translate([width / 2 + (n - (strip - 1) / 2) * pitch, strip_y, height - wall / 2])
            cube([5.6, 5.6, wall + 2 * e], center = true);
}

module rails() {
    long = strip * pitch;
    for (y = [-1, 1]) translate([-long / 2, y * (strip_width / 2 + clearance / 2 + 0.6) - 0.6, -2.5])
        cube([long, 1.2, 2.5 + e]);
}

// Holes for the sound of a buzzer that is glued behind them.
module sound() {
    if (buzzer > 0) for (n = [0:6])
        translate([-e, buzzer_at[0], buzzer_at[1]]) rotate([60 * n, 0, 0])
            translate([0, 0, n < 6 ? buzzer / 3 : 0]) rotate([0, 90, 0]) cylinder(d = 2, h = wall + 2 * e, $fn = 24);
}

// Notches from the rim: nothing has to be bridged, and a board with its plugs can be lifted out.
module ports() {
    for (port = pi_ports)
        translate([pi_at[0] + pi[0] - port[0] - port[1] / 2, deep - wall - e, wall - e])
            cube([port[1], wall + 2 * e, port_height]);
}

module signs() {
    translate([0, 0, height - engraved]) linear_extrude(engraved + e) {
        translate(reader_at) bag_sign();
        for (n = [0:2]) translate(three_at(n) + [0, sign_above]) three_sign(n);
        if (places > 0) for (n = [0:places - 1])
            translate(colour_at(n) + [-beside(n), sign_above]) colour_sign(n);
    }
}

// Advance, select, back.
module three_sign(n) {
    if (n == 0) circle(3.2, $fn = 3);
    if (n == 1) for (x = [-3, 0, 3]) translate([x, 0]) circle(1, $fn = 16);
    if (n == 2) rotate(180) circle(3.2, $fn = 3);
}

// The players' shapes, as companion/language/shapes.py has them: the corners in a square of 100, from the left and
// from the top, none for what is round, and whether the middle is open.
shapes = [
    [[], false],                                            // red
    [[[50, 0], [100, 50], [50, 100], [0, 50]], false],      // yellow
    [[[50, 0], [100, 100], [0, 100]], false],               // green
    [[[0, 0], [100, 0], [100, 100], [0, 100]], false],      // blue
    [[[0, 0], [100, 0], [50, 100]], false],                 // purple
    [[], true],                                             // black
    [[[0, 15], [100, 15], [100, 85], [0, 85]], false],      // grey
];

module colour_sign(n) {
    side = 6;
    if (len(shapes[n][0]) > 0) scale([side / 100, -side / 100]) translate([-50, -50]) polygon(shapes[n][0]);
    else difference() {
        circle(side / 2);
        if (shapes[n][1]) circle(side / 3);
    }
}

// Here the bags are tapped: a bag in a ring.
module bag_sign() {
    line = 1.4;
    difference() {
        circle(21, $fn = 96);
        circle(21 - line, $fn = 96);
    }
    translate([0, -3]) difference() {
        bag();
        difference() {
            offset(-line) bag();
            translate([0, 7.5]) square([20, line], center = true);
        }
    }
}

module bag() {
    hull() {
        translate([-5, -4]) circle(7);
        translate([5, -4]) circle(7);
        translate([0, 7]) square([7, 1], center = true);
    }
    hull() {
        translate([0, 8]) square([7, 1], center = true);
        translate([0, 14]) square([14, 1], center = true);
    }
    translate([0, 7.5]) square([7, 3], center = true);
}

module lid() {
    difference() {
        union() {
            plate(wall);
            on_pi() cylinder(d = 6, h = wall + standoff);
        }
        for (at = posts) translate([at[0], at[1], -e]) {
            cylinder(d = lid_hole, h = wall + 2 * e);
            cylinder(d1 = head, d2 = lid_hole, h = (head - lid_hole) / 2);
        }
        on_pi() translate([0, 0, 1]) cylinder(d = standoff_hole, h = wall + standoff);
        for (n = [0:5]) translate([pi_at[0] + 13 + n * 7, pi_at[1] + 6, -e]) cube([2.4, pi[1] - 12, wall + 2 * e]);
    }
}

module on_pi() {
    for (x = [pi_hole, pi[0] - pi_hole], y = [pi_hole, pi[1] - pi_hole])
        translate([pi_at[0] + x, pi_at[1] + y, 0]) children();
}
