// What the camera sees, large.

import { follow } from "./live.js";
import { showPicture } from "./picture.js";
import { showStatus } from "./status.js";

const { api } = document.body.dataset;
follow(api, showStatus);
showPicture(api);
