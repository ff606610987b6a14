package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"doublecorner/game/draughts"
	"doublecorner/game/search/evaluation"
	"doublecorner/internal/system"
)

// readEvaluator returns the Evaluator of the weights that a word or the name of a file says.
func readEvaluator(v *draughts.Variant, from string) (*evaluation.Evaluator, error) {
	weights, err := readWeights(v, from)
	if err != nil {
		return nil, err
	}
	return evaluation.New(evaluation.FeaturesOf(v), weights), nil
}

// readWeights returns the weights that a word or the name of a file says.
func readWeights(v *draughts.Variant, from string) (weights []evaluation.Pair, err error) {
	switch from {
	case "embedded":
		_, weights = evaluation.WeightsFor(v)
		return weights, nil
	case "material":
		_, weights = evaluation.MaterialWeights(v)
		return weights, nil
	}
	file, err := os.Open(from)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	weights, err = evaluation.FeaturesOf(v).Decode(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", from, err)
	}
	return weights, nil
}

// writeWeights writes a file of weights.
func writeWeights(v *draughts.Variant, weights []evaluation.Pair, name string) error {
	file, err := evaluation.FeaturesOf(v).Encode(weights)
	if err != nil {
		return err
	}
	return system.WriteFile(name, file, 0o644)
}

// readJSON reads a file, if it is there.
func readJSON(name string, into any) error {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

func writeJSON(name string, from any) error {
	text, err := json.MarshalIndent(from, "", "\t")
	if err != nil {
		return err
	}
	return system.WriteFile(name, append(text, '\n'), 0o644)
}
