#!/usr/bin/env python3
"""A small network that tells two spirals apart, on the CPU. It saves everything that an exact resume needs."""
import argparse
import math
import os

import torch
from torch import nn

parser = argparse.ArgumentParser()
parser.add_argument("--lr", type=float, default=0.01)
parser.add_argument("--hidden", type=int, default=32)
parser.add_argument("--dropout", type=float, default=0.0)
parser.add_argument("--epochs", type=int, default=27)
parser.add_argument("--save", default=".")
parser.add_argument("--load")
options = parser.parse_args()

torch.set_num_threads(1)
torch.manual_seed(0)


def spirals(count):
    side = torch.randint(2, (count,))
    turn = 3 * math.pi * torch.rand(count).sqrt()
    angle = turn + math.pi * side
    points = torch.stack((turn * angle.cos(), turn * angle.sin()), 1) / (3 * math.pi)
    return points + 0.02 * torch.randn(count, 2), side


points, sides = spirals(2000)
held_out, held_out_sides = spirals(1000)
model = nn.Sequential(
    nn.Linear(2, options.hidden), nn.Tanh(), nn.Dropout(options.dropout),
    nn.Linear(options.hidden, options.hidden), nn.Tanh(), nn.Linear(options.hidden, 2))
optimizer = torch.optim.Adam(model.parameters(), lr=options.lr)
loss_of = nn.CrossEntropyLoss()
begin = 0
if options.load:
    saved = torch.load(os.path.join(options.load, "state.pt"))
    begin = saved["epoch"]
    model.load_state_dict(saved["model"])
    optimizer.load_state_dict(saved["optimizer"])
for epoch in range(begin + 1, options.epochs + 1):
    torch.manual_seed(epoch)  # the same batches, resumed or not
    model.train()
    for batch in torch.randperm(len(points)).split(50):
        optimizer.zero_grad()
        loss = loss_of(model(points[batch]), sides[batch])
        loss.backward()
        optimizer.step()
    model.eval()
    with torch.no_grad():
        shown = model(held_out)
        val_loss = loss_of(shown, held_out_sides).item()
        accuracy = (shown.argmax(1) == held_out_sides).float().mean().item()
    print(f"Epoch [{epoch}/{options.epochs}] loss: {loss.item():.5f}, val_loss: {val_loss:.5f}, val_acc: {accuracy:.4f}")
torch.save(
    {"epoch": options.epochs, "model": model.state_dict(), "optimizer": optimizer.state_dict()},
    os.path.join(options.save, "state.pt"))
