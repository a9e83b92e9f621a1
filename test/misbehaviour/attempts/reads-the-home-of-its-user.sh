grep -q token "$HOME_OF_THE_HOST/.token"
