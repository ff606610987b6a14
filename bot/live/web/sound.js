// The sounds are made here, so that nothing has to be loaded: a knock of wood is a short noise through a narrow filter.

const pitches = { move: [420], capture: [420, 330], end: [420, 530, 630] }
const apart = 0.11 // seconds between the knocks of a sound
const loudness = 0.22
let audio

// play plays the sound of a move, a capture or the end. Browsers allow none before the person has touched the page.
export function play(what) {
  if (!navigator.userActivation?.hasBeenActive || typeof AudioContext === 'undefined') return
  audio ??= new AudioContext()
  pitches[what].forEach((pitch, i) => knock(pitch, audio.currentTime + i * apart))
}

function knock(pitch, at) {
  const length = 0.07
  const noise = new AudioBuffer({ length: audio.sampleRate * length, sampleRate: audio.sampleRate })
  const samples = noise.getChannelData(0)
  for (let i = 0; i < samples.length; i++) samples[i] = (2 * Math.random() - 1) * (1 - i / samples.length) ** 4
  const filter = new BiquadFilterNode(audio, { type: 'bandpass', frequency: pitch, Q: 4 })
  const source = new AudioBufferSourceNode(audio, { buffer: noise })
  source.connect(filter).connect(new GainNode(audio, { gain: loudness })).connect(audio.destination)
  source.start(at)
}
