"""What a side has worked out on the side, before it says it: purchases, a form, a Perimeter."""
