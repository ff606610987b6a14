package record

import "doublecorner/game"

// Version 2 tells whether a request caused the announcement.
const announcementVersion = 2

// Announcement writes an announcement.
func Announcement(a *game.Announcement) []byte {
	w := begin(announcementVersion)
	w.byte(byte(a.Kind))
	w.time(a.At)
	w.uint(uint64(a.Place))
	w.uint(uint64(a.Room))
	w.text(string(a.Challenge))
	w.text(string(a.Game))
	w.uint(uint64(a.Seq))
	requested := byte(0)
	if a.Requested {
		requested = 1
	}
	w.byte(requested)
	return w.b
}

// ReadAnnouncement reads an announcement.
func ReadAnnouncement(id game.AnnouncementID, b []byte) (game.Announcement, error) {
	r, version := open(b)
	if version < 1 || version > announcementVersion {
		return game.Announcement{}, unknown(version)
	}
	a := game.Announcement{
		ID: id, Kind: game.AnnouncementKind(r.byte()), At: r.time(),
		Place: game.PlaceID(r.uint()), Room: game.RoomID(r.uint()),
		Challenge: game.ChallengeID(r.text()), Game: game.GameID(r.text()), Seq: int(r.uint()), Requested: true,
	}
	if version >= 2 {
		a.Requested = r.byte() != 0
	}
	return a, r.close()
}
