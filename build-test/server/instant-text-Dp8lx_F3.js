// app/domain/time/dates.ts
/**
* Calendar dates as people here write them: "15 de març, 2027", "1 d'abril, 2027", and YYYY-MM-DD inside (spec §3).
* No time zone is involved: a date is a day on the wall.
*/
var MONTHS = [
	"gener",
	"febrer",
	"març",
	"abril",
	"maig",
	"juny",
	"juliol",
	"agost",
	"setembre",
	"octubre",
	"novembre",
	"desembre"
];
/** From Monday on, as the calendar does. */
var WEEKDAYS = [
	"dilluns",
	"dimarts",
	"dimecres",
	"dijous",
	"divendres",
	"dissabte",
	"diumenge"
];
var ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
var CATALAN_DATE = /^(\d{1,2}) (?:de |d')([a-zç]{4,8}),? (?:de |del )?(\d{4})$/;
/** Longer than any date: longer input is refused before a pattern sees it. */
var MAX_DATE_LENGTH = 40;
/** Reads "15 de març, 2027" (accents, case and typographic apostrophes forgiven) or YYYY-MM-DD; null for anything else. */
function parseDate(text) {
	if (text.length > MAX_DATE_LENGTH) return null;
	const normal = text.normalize("NFC").replace(/[’‘`´]/g, "'").replace(/\s+/g, " ").trim().toLowerCase();
	const iso = ISO_DATE.exec(normal);
	if (iso) return toIso({
		year: Number(iso[1]),
		month: Number(iso[2]),
		day: Number(iso[3])
	});
	const written = CATALAN_DATE.exec(normal);
	if (!written) return null;
	const month = MONTHS.findIndex((name) => name === written[2] || name.replace("ç", "c") === written[2]) + 1;
	return toIso({
		year: Number(written[3]),
		month,
		day: Number(written[1])
	});
}
/** "2027-03-15" -> "15 de març, 2027". Throws on anything that is not a date. */
function formatDate(isoDate) {
	const { year, month, day } = dateParts(isoDate);
	return `${day} ${ofMonth(month)}, ${year}`;
}
/** "2027-03-15" -> "15 de març". */
function formatDayAndMonth(isoDate) {
	const { month, day } = dateParts(isoDate);
	return `${day} ${ofMonth(month)}`;
}
function monthName(isoDate) {
	return MONTHS[dateParts(isoDate).month - 1];
}
function weekdayName(isoDate) {
	return WEEKDAYS[(weekdayIndex(isoDate) + 7) % 7];
}
function dateParts(isoDate) {
	const match = ISO_DATE.exec(isoDate);
	const parts = match && {
		year: Number(match[1]),
		month: Number(match[2]),
		day: Number(match[3])
	};
	if (!parts || toIso(parts) === null) throw new RangeError(`not a date: ${isoDate.slice(0, MAX_DATE_LENGTH)}`);
	return parts;
}
/** The date `days` later (or earlier). */
function addDays(isoDate, days) {
	const { year, month, day } = dateParts(isoDate);
	return new Date(Date.UTC(year, month - 1, day + days)).toISOString().slice(0, 10);
}
/**
* The weeks of a month from Monday to Sunday (spec §2 Calendar); days of the neighbouring months are null.
* Days are counted, never hours: a clock change neither drops nor doubles one.
*/
function monthGrid(year, month) {
	const first = toIso({
		year,
		month,
		day: 1
	});
	if (first === null) throw new RangeError(`not a month: ${year}-${month}`);
	const cells = Array.from({ length: weekdayIndex(first) }, () => null);
	for (let day = 1; day <= daysInMonth(year, month); day += 1) cells.push(toIso({
		year,
		month,
		day
	}));
	while (cells.length % 7 !== 0) cells.push(null);
	return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}
function toIso({ year, month, day }) {
	if (year < 1e3 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
	return `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
}
function daysInMonth(year, month) {
	return new Date(Date.UTC(year, month, 0)).getUTCDate();
}
/** 0 for Monday. */
function weekdayIndex(isoDate) {
	return ((/* @__PURE__ */ new Date(`${isoDate}T00:00:00Z`)).getUTCDay() + 6) % 7;
}
function ofMonth(month) {
	const name = MONTHS[month - 1];
	return /^[ao]/.test(name) ? `d'${name}` : `de ${name}`;
}
// app/domain/time/instant-text.ts
var MADRID = new Intl.DateTimeFormat("en-CA", {
	timeZone: "Europe/Madrid",
	year: "numeric",
	month: "2-digit",
	day: "2-digit",
	hour: "2-digit",
	minute: "2-digit",
	hourCycle: "h23"
});
/** "15 de març, 2027 · 21:04" in Madrid from an RFC 3339 instant: the same on the server and in every browser. */
function instantText(instant) {
	const parts = new Map(MADRID.formatToParts(Date.parse(instant)).map(({ type, value }) => [type, value]));
	const part = (type) => parts.get(type) ?? "";
	return `${formatDate(`${part("year")}-${part("month")}-${part("day")}`)} · ${part("hour")}:${part("minute")}`;
}
export { formatDate as a, monthName as c, dateParts as i, parseDate as l, WEEKDAYS as n, formatDayAndMonth as o, addDays as r, monthGrid as s, instantText as t, weekdayName as u };

//# sourceMappingURL=instant-text-Dp8lx_F3.js.map