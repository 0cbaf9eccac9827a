import type { Table } from "./words";

const WRONG_COUNT = { en: "{expected} calls were expected, {actual} were made", zh: "应有 {expected} 个调用，实际 {actual} 个" };
const WRONG_NAME = { en: "{expected} was expected, {actual} was called", zh: "应调用 {expected}，实际调用了 {actual}" };
const MISSING = { en: "{name} is missing", zh: "缺少 {name}" };
const UNEXPECTED = { en: "{name} is not expected", zh: "不应有 {name}" };
const WRONG_TYPE = { en: "{name}: type {expected} expected, got {actual}", zh: "{name}：类型应为 {expected}，实际是 {actual}" };
const WRONG_VALUE = { en: "{name}: {actual} is none of the allowed {expected}", zh: "{name}：{actual} 不在允许的 {expected} 之中" };
const NO_MATCH = { en: "No call fits the answer {name}", zh: "没有调用符合答案 {name}" };
const UNREADABLE = { en: "The output cannot be read as calls", zh: "输出无法解析为调用" };

/**
 * What the benchmarks' checkers say, by their own error types behind the benchmark's name ("bfcl:value_error:string").
 * Values: {name} of the parameter or tool, {expected}, {actual}.
 */
export const BENCHMARK_WORDS = {
	bfcl: { en: "BFCL's checker accepts the calls", zh: "BFCL 检查器接受这些调用" },
	"bfcl:ast_decoder:decoder_failed": UNREADABLE,
	"bfcl:ast_decoder:decoder_wrong_output_format": { en: "The output is no list of calls", zh: "输出不是调用列表" },
	"bfcl:irrelevance_error:decoder_success": { en: "No tool fits the question, but a call was made", zh: "没有工具适合该问题，却发出了调用" },
	"bfcl:relevance_error:decoder_failed": { en: "A tool fits the question, but no call was made", zh: "有工具适合该问题，却没有调用" },
	"bfcl:simple_function_checker:wrong_count": WRONG_COUNT,
	"bfcl:multiple_function_checker:wrong_count": WRONG_COUNT,
	"bfcl:parallel_function_checker_no_order:wrong_count": WRONG_COUNT,
	"bfcl:parallel_function_checker_no_order:cannot_find_match": NO_MATCH,
	"bfcl:simple_function_checker:wrong_func_name": WRONG_NAME,
	"bfcl:simple_function_checker:missing_required": MISSING,
	"bfcl:simple_function_checker:missing_optional": { en: "{name} may not be left out here", zh: "这里不能省略 {name}" },
	"bfcl:simple_function_checker:unexpected_param": UNEXPECTED,
	"bfcl:type_error:simple": WRONG_TYPE,
	"bfcl:type_error:nested": { en: "{name}: an element has the wrong type ({actual})", zh: "{name}：有元素类型错误（{actual}）" },
	"bfcl:type_error:java": { en: "{name}: Java source text expected, got {actual}", zh: "{name}：应为 Java 源码文本，实际是 {actual}" },
	"bfcl:type_error:js": { en: "{name}: JavaScript source text expected, got {actual}", zh: "{name}：应为 JavaScript 源码文本，实际是 {actual}" },
	"bfcl:value_error:string": WRONG_VALUE,
	"bfcl:value_error:others": WRONG_VALUE,
	"bfcl:value_error:list/tuple": WRONG_VALUE,
	"bfcl:value_error:dict_key": { en: "{name}: a key is missing or too many, allowed {expected}", zh: "{name}：键缺失或多余，允许 {expected}" },
	"bfcl:value_error:dict_value": WRONG_VALUE,
	"bfcl:value_error:list_dict_count": { en: "{name}: wrong number of objects", zh: "{name}：对象个数不对" },
	"bfcl:dict_checker:unclear": WRONG_VALUE,
	"bfcl:list_dict_checker:unclear": WRONG_VALUE,

	acebench: { en: "ACEBench's checker accepts the calls", zh: "ACEBench 检查器接受这些调用" },
	"acebench:wrong_output_format": UNREADABLE,
	"acebench:wrong functions number": WRONG_COUNT,
	"acebench:function_mismatch": { en: "{name}: {expected} calls expected, {actual} made", zh: "{name}：应调用 {expected} 次，实际 {actual} 次" },
	"acebench:simple_function_checker:unclear": NO_MATCH,
	"acebench:wrong_function_name": WRONG_NAME,
	"acebench:wrong_param": { en: "{name}: parameters where none belong, or none where some do", zh: "{name}：不应有参数却有，或应有参数却没有" },
	"acebench:lack_args": MISSING,
	"acebench:addition_args": UNEXPECTED,
	"acebench:type_error": WRONG_TYPE,
	"acebench:value_error": { en: "{name}: {actual} does not fit {expected}", zh: "{name}：{actual} 与 {expected} 不符" },
	"acebench:value_error:string": { en: "{name}: {actual} does not hold {expected}", zh: "{name}：{actual} 不包含 {expected}" },
	"acebench:value_error:list/tuple": { en: "{name}: {actual} is not {expected}", zh: "{name}：{actual} 不是 {expected}" },
	"acebench:value_error:list_dict_count": { en: "{name}: wrong number of objects", zh: "{name}：对象个数不对" },
	"acebench:value_error:dict_items": { en: "{name}: wrong number of objects", zh: "{name}：对象个数不对" },
	"acebench:value_error:strict": { en: "{name}: {actual} is not exactly {expected}; the benchmark lets it pass", zh: "{name}：{actual} 与 {expected} 不完全相同；基准会放过" },
} satisfies Table;
