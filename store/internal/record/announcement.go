package record

import "doublecorner/game"

// Version 2 tells whether a request caused the announcement.
const announcementVersion = 2

// Announcement writes an announcement.
func Announcement(a *game.Announcement) []byte {
	c := write(announcementVersion)
	c.announcement(a)
	return c.b
}

// ReadAnnouncement reads an announcement.
func ReadAnnouncement(id game.AnnouncementID, b []byte) (game.Announcement, error) {
	c, a := read(b, announcementVersion), game.Announcement{ID: id, Requested: true}
	c.announcement(&a)
	return a, c.close()
}

func (c *codec) announcement(a *game.Announcement) {
	code(c, &a.Kind)
	c.time(&a.At)
	number(c, &a.Place)
	number(c, &a.Room)
	text(c, &a.Challenge)
	text(c, &a.Game)
	number(c, &a.Seq)
	if c.version >= 2 {
		c.bool(&a.Requested)
	}
}

const answeredVersion = 1

// Answered writes an answer.
func Answered(a *game.AnswerRecord) []byte {
	c := write(answeredVersion)
	c.answered(a)
	return c.b
}

// ReadAnswered reads an answer.
func ReadAnswered(b []byte) (game.AnswerRecord, error) {
	c, a := read(b, answeredVersion), game.AnswerRecord{}
	c.answered(&a)
	return a, c.close()
}

func (c *codec) answered(a *game.AnswerRecord) {
	c.time(&a.At)
	code(c, &a.Kind)
	text(c, &a.Game)
	number(c, &a.Seq)
	text(c, &a.Challenge)
	code(c, &a.State)
	list(c, &a.Announced, func(id *game.AnnouncementID) { number(c, id) })
}

const serviceVersion = 1

// Service writes the referee's attendance.
func Service(s game.Service) []byte {
	c := write(serviceVersion)
	c.service(&s)
	return c.b
}

// ReadService reads the referee's attendance.
func ReadService(b []byte) (game.Service, error) {
	c, s := read(b, serviceVersion), game.Service{}
	c.service(&s)
	return s, c.close()
}

func (c *codec) service(s *game.Service) {
	c.time(&s.LastAlive)
	c.span(&s.Downtime)
}
