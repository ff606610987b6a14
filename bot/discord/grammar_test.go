package discord

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"doublecorner/internal/discordtest"
)

// grammar is what Discord sends in an interaction: the fields of each object, and of each
// field the kind of its values; "?" is said of those that can be null.
var grammar = map[string]map[string]string{
	"interaction": fields(`id:snowflake application_id:snowflake type:integer data:object guild:object guild_id:snowflake
		channel:object channel_id:snowflake member:object user:object token:string version:integer message:object
		app_permissions:string locale:string guild_locale:string entitlements:array
		authorizing_integration_owners:object context:integer attachment_size_limit:integer`),
	"command data":   fields(`id:snowflake name:string type:integer resolved:object options:array guild_id:snowflake target_id:snowflake`),
	"option":         fields(`name:string type:integer value:any options:array focused:boolean`),
	"component data": fields(`custom_id:string component_type:integer id:integer values:array resolved:object`),
	"modal data":     fields(`custom_id:string components:array resolved:object`),
	"resolved":       fields(`users:object members:object roles:object channels:object messages:object attachments:object`),

	"user": fields(`id:snowflake username:string avatar:string? discriminator:string public_flags:integer flags:integer
		bot:boolean system:boolean banner:string? accent_color:integer? global_name:string?
		avatar_decoration_data:object? collectibles:object? primary_guild:object?`),
	"member": fields(`avatar:string? avatar_decoration_data:object? banner:string? communication_disabled_until:string?
		flags:integer joined_at:string nick:string? pending:boolean premium_since:string? roles:array collectibles:object?
		user:object mute:boolean deaf:boolean`),
	"message": fields(`type:integer content:string mentions:array mention_roles:array attachments:array embeds:array
		timestamp:string edited_timestamp:string? flags:integer components:array stickers:array sticker_items:array
		id:snowflake channel_id:snowflake author:object pinned:boolean mention_everyone:boolean tts:boolean call:object
		activity:object application:object application_id:snowflake interaction:object nonce:integer|string
		webhook_id:snowflake message_reference:object thread:object mention_channels:array role_subscription_data:object
		purchase_notification:object position:integer resolved:object poll:object shared_client_theme:object
		interaction_metadata:object message_snapshots:array lobby_member:object reactions:array referenced_message:object?`),
	"attachment": fields(`id:snowflake filename:string size:integer url:string proxy_url:string width:integer
		height:integer duration_secs:number waveform:string description:string content_type:string ephemeral:boolean
		flags:integer placeholder:string placeholder_version:integer title:string? application:object
		clip_created_at:string clip_participants:array`),
	"container": fields(`type:integer id:integer accent_color:integer? components:array spoiler:boolean`),
	"row":       fields(`type:integer id:integer components:array`),
	"text":      fields(`type:integer id:integer content:string`),
	"gallery":   fields(`type:integer id:integer items:array`),
	"item":      fields(`media:object description:string? spoiler:boolean`),
	"media": fields(`id:snowflake url:string proxy_url:string width:integer? height:integer?
		content_type:string? attachment_id:snowflake`),
	"button": fields(`type:integer id:integer custom_id:string style:integer label:string
		disabled:boolean emoji:object url:string? sku_id:snowflake`),
	"select": fields(`type:integer id:integer custom_id:string placeholder:string
		min_values:integer max_values:integer disabled:boolean options:array`),
	"line": fields(`label:string value:string description:string emoji:object default:boolean`),
	"text input": fields(`type:integer id:integer custom_id:string style:integer label:string?
		value:string placeholder:string required:boolean min_length:integer? max_length:integer?`),
}

// grammarSchemas are the names of those objects in Discord's description, which says nothing
// of the others.
var grammarSchemas = map[string]string{
	"user": "UserResponse", "member": "GuildMemberResponse", "message": "MessageResponse", "attachment": "MessageAttachmentResponse",
	"container": "ContainerComponentResponse", "row": "ActionRowComponentResponse", "text": "TextDisplayComponentResponse",
	"gallery": "MediaGalleryComponentResponse", "item": "MediaGalleryItemResponse", "media": "UnfurledMediaResponse",
	"button": "ButtonComponentResponse", "select": "StringSelectComponentResponse", "line": "StringSelectOptionResponse",
	"text input": "TextInputComponentResponse",
}

// enumerations are the values of fields that have few, by the names in the description.
var enumerations = map[string][]any{
	"InteractionTypes":             numbers(1, 2, 3, 4, 5, 6),
	"InteractionContextType":       numbers(0, 1, 2),
	"ApplicationCommandType":       numbers(1, 2, 3, 4),
	"ApplicationCommandOptionType": numbers(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
	"ApplicationIntegrationType":   numbers(0, 1),
	"MessageComponentTypes":        numbers(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 17, 18, 19, 21, 22, 23),
	"ChannelTypes":                 numbers(0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15),
	"AvailableLocalesEnum": locales(`ar bg cs da de el en-GB en-US es-419 es-ES fi fr he hi hr hu id it ja ko lt nl no pl pt-BR
		ro ru sv-SE th tr uk vi zh-CN zh-TW`),
}

func fields(text string) map[string]string {
	all := map[string]string{}
	for _, f := range strings.Fields(text) {
		name, kind, _ := strings.Cut(f, ":")
		all[name] = kind
	}
	return all
}

func numbers(all ...int) []any {
	var values []any
	for _, n := range all {
		values = append(values, n)
	}
	return values
}

func locales(text string) []any {
	var values []any
	for _, w := range strings.Fields(text) {
		values = append(values, w)
	}
	return values
}

// TestGrammar compares the grammar with Discord's description, as far as that goes.
func TestGrammar(t *testing.T) {
	d, err := discordtest.Load()
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("Discord's description is not here: the grammar is not compared with it")
	}
	must(t, err)
	for object, schema := range grammarSchemas {
		if want, got := d.Fields(schema), grammar[object]; !maps.Equal(got, want) {
			for name := range want {
				if got[name] != want[name] {
					t.Errorf("%s.%s is %q, and in the description %q", object, name, got[name], want[name])
				}
			}
			for name := range got {
				if want[name] == "" {
					t.Errorf("%s has no %s", object, name)
				}
			}
		}
	}
	for name, values := range enumerations {
		var got []string
		for _, v := range values {
			got = append(got, fmt.Sprint(v))
		}
		slices.Sort(got)
		if want := d.Values(name); !slices.Equal(got, want) {
			t.Errorf("%s has the values %v, and in the description %v", name, got, want)
		}
	}
}
