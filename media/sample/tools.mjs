/** Tools of the sample's imaginary services, in the OpenAI shape that chat templates print. */
const tool = (name, description, properties, required) => ({ type: "function", function: { name, description, parameters: { type: "object", properties, required } } });
const text = (description, more = {}) => ({ type: "string", description, ...more });
const day = description => text(description, { pattern: "^\\d{4}-\\d{2}-\\d{2}$" });
const whole = (description, more = {}) => ({ type: "integer", description, ...more });
const number = (description, more = {}) => ({ type: "number", description, ...more });

export const TOOLS = {
	get_weather: tool("get_weather", "Current weather of a city.", { city: text("Name of the city"), unit: text("Temperature unit", { enum: ["celsius", "fahrenheit"] }) }, ["city"]),
	get_air_quality: tool("get_air_quality", "Air quality index of a city.", { city: text("Name of the city") }, ["city"]),
	search_flights: tool(
		"search_flights",
		"Flights between two cities on one day.",
		{ origin: text("City of departure"), destination: text("City of arrival"), date: day("Day of departure"), max_price: number("Highest price per seat", { minimum: 0 }) },
		["origin", "destination", "date"],
	),
	book_flight: tool(
		"book_flight",
		"Books seats on a flight.",
		{
			flight_id: text("Flight, as the search names it"),
			traveller: text("Traveller, as the profile names it"),
			seats: whole("Number of seats", { minimum: 1 }),
			cabin: text("Cabin", { enum: ["economy", "business"] }),
		},
		["flight_id", "traveller", "seats"],
	),
	get_order: tool("get_order", "One order of the shop.", { order_id: text("Order number") }, ["order_id"]),
	refund_order: tool(
		"refund_order",
		"Pays money back to the buyer.",
		{ order_id: text("Order number"), amount: number("Amount in euros", { minimum: 0 }), reason: text("Reason, in a few words") },
		["order_id", "amount"],
	),
	send_email: tool("send_email", "Sends an e-mail to a customer.", { to: text("Address"), subject: text("Subject"), body: text("Text") }, ["to", "subject", "body"]),
	list_events: tool("list_events", "Events in the calendar on one day.", { date: day("Day") }, ["date"]),
	create_event: tool(
		"create_event",
		"Puts an event into the calendar.",
		{
			title: text("Title"),
			date: day("Day"),
			start: text("Start, 24-hour clock", { pattern: "^\\d{2}:\\d{2}$" }),
			minutes: whole("Length in minutes", { minimum: 5 }),
			attendees: { type: "array", items: { type: "string" }, description: "People or teams" },
		},
		["title", "date", "start", "minutes"],
	),
	get_rate: tool(
		"get_rate",
		"Exchange rate of today.",
		{ base: text("Currency that is sold", { minLength: 3, maxLength: 3 }), quote: text("Currency that is bought", { minLength: 3, maxLength: 3 }) },
		["base", "quote"],
	),
	search_catalogue: tool(
		"search_catalogue",
		"Books of the city library.",
		{ query: text("Title or author"), language: text("Language of the book", { enum: ["en", "zh", "de", "fr"] }) },
		["query"],
	),
	check_copies: tool("check_copies", "Where copies of a book stand.", { book_id: text("Book, as the catalogue names it") }, ["book_id"]),
	place_hold: tool(
		"place_hold",
		"Reserves a copy.",
		{ book_id: text("Book, as the catalogue names it"), branch: text("Branch where it is picked up"), card: text("Number of the library card") },
		["book_id", "branch", "card"],
	),
	track_parcel: tool("track_parcel", "Where a parcel is.", { tracking_no: text("Tracking number") }, ["tracking_no"]),
	search_trains: tool(
		"search_trains",
		"查询某天两地之间的车次。",
		{ from: text("出发站"), to: text("到达站"), date: day("出发日期"), type: text("车型", { enum: ["G", "D", "Z"] }) },
		["from", "to", "date"],
	),
	book_train: tool(
		"book_train",
		"预订车票。",
		{ train_no: text("车次"), date: day("出发日期"), passenger_id: text("乘车人编号"), seat: text("席别", { enum: ["二等座", "一等座", "商务座"] }) },
		["train_no", "date", "passenger_id"],
	),
	query_weather: tool("query_weather", "查询城市某天的天气预报。", { city: text("城市名"), date: day("日期") }, ["city", "date"]),
	query_parcel: tool("query_parcel", "查询快递状态。", { number: text("运单号") }, ["number"]),
	list_stations: tool("list_stations", "查询地址附近的快递驿站。", { address: text("地址"), open_after: text("最早营业到几点，24 小时制") }, ["address"]),
	redirect_parcel: tool("redirect_parcel", "把在途快递改送到驿站。", { number: text("运单号"), station_id: text("驿站编号"), phone_tail: text("收件手机尾号") }, [
		"number",
		"station_id",
		"phone_tail",
	]),
	query_deposit_rate: tool("query_deposit_rate", "查询银行定期存款年利率。", { bank: text("银行名称"), months: whole("存期（月）", { enum: [3, 6, 12, 24, 36] }) }, [
		"bank",
		"months",
	]),
	find_rooms: tool("find_rooms", "查询可用会议室。", { date: day("日期"), start: text("开始时间"), capacity: whole("人数", { minimum: 1 }) }, ["date", "start", "capacity"]),
	book_room: tool("book_room", "预订会议室。", { room_id: text("会议室编号"), date: day("日期"), start: text("开始时间"), minutes: whole("时长（分钟）", { minimum: 15 }) }, [
		"room_id",
		"date",
		"start",
		"minutes",
	]),
	set_air_conditioner: tool(
		"set_air_conditioner",
		"设置空调。",
		{ room: text("房间"), mode: text("模式", { enum: ["制冷", "制热", "除湿"] }), temperature: whole("温度", { minimum: 16, maximum: 30 }) },
		["room", "temperature"],
	),
};
