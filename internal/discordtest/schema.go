package discordtest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Fields returns the fields of a schema that is an object, each with the kind of its values:
// a type of JSON, or snowflake. A kind that ends with "?" includes null.
func (d *Description) Fields(schema string) map[string]string {
	kinds := map[string]string{}
	for name, field := range object(d.doc, "components", "schemas", schema, "properties") {
		kinds[name] = d.kind(field)
	}
	return kinds
}

// Values returns the values of an enumeration, as text and sorted.
func (d *Description) Values(schema string) []string {
	var values []string
	all, _ := object(d.doc, "components", "schemas", schema)["oneOf"].([]any)
	for _, one := range all {
		values = append(values, fmt.Sprint(object(one)["const"]))
	}
	slices.Sort(values)
	return values
}

// kind returns the kind of the values that a schema takes.
func (d *Description) kind(schema any) string {
	s := object(schema)
	if ref, ok := s["$ref"].(string); ok {
		name := ref[strings.LastIndex(ref, "/")+1:]
		if name == "SnowflakeType" {
			return "snowflake"
		}
		return d.kind(object(d.doc, "components", "schemas", name))
	}
	kinds := map[string]bool{}
	add := func(kind string) {
		kind, null := strings.CutSuffix(kind, "?")
		kinds["null"] = kinds["null"] || null
		for one := range strings.SplitSeq(kind, "|") {
			kinds[one] = true
		}
	}
	switch typ := s["type"].(type) {
	case string:
		add(typ)
	case []any:
		for _, one := range typ {
			add(one.(string))
		}
	default:
		for _, combined := range []string{"oneOf", "anyOf", "allOf"} {
			all, _ := s[combined].([]any)
			for _, one := range all {
				add(d.kind(one))
			}
		}
	}
	null := kinds["null"]
	delete(kinds, "null")
	delete(kinds, "") // what was nothing but null
	kind := strings.Join(slices.Sorted(maps.Keys(kinds)), "|")
	if null {
		kind += "?"
	}
	return kind
}
