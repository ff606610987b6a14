package message

// Discord's limits. Texts are counted in characters as ClipTo counts them.
const (
	MaxText        = 4000 // of the paragraphs of a message together
	MaxAlt         = 1024 // of an alt text
	MaxLabel       = 100  // of an option of a select, of a choice, and of a thread's name
	MaxValue       = 100  // of an option of a select, and of a choice
	MaxCustomID    = 100
	MaxButtonLabel = 80
	MaxInput       = 4000 // of what is written into a text input
	MaxInputLabel  = 45   // of an input, and of a modal's title

	MaxOptions  = 25      // of a select, and choices of an option
	MaxParts    = 40      // components of a message, with those within others
	MaxMentions = 100     // users whom a message notifies
	MaxUpload   = 8 << 20 // bytes of the files of a message, with room for the rest of a request: Discord allows 10 MB
)
