# Two images: the page for a class, and the grader.
#
#     docker build --target server -t noughts-server .
#     docker run --rm --read-only --tmpfs /tmp --cap-drop ALL -p 8008:8008 -v noughts:/data noughts-server
#
# For other machines, add --allow-host with the name or address that they type.
#
#     docker build --target grader -t noughts-grader .
#     docker run --rm --network none --read-only --tmpfs /tmp:exec --cap-drop ALL --memory 2g \
#         --pids-limit 200 -v "$PWD:/in:ro" noughts-grader /in/tictactoe.py
#
# Neither runs as root nor writes anything but games (/data) and temporary files (/tmp). Python is
# 3.13 because on a newer one the checker cannot give slow programs a memory (docs/reference/checks.md).
ARG PYTHON=python:3.13.14-slim-bookworm

FROM ${PYTHON} AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends g++ \
    && rm -rf /var/lib/apt/lists/*
COPY . /sources
RUN python3 -m venv /opt/noughts \
    && /opt/noughts/bin/pip install --no-cache-dir /sources \
    && rm -rf /opt/noughts/lib/python3*/site-packages/pip*

FROM ${PYTHON} AS noughts
COPY --from=build /opt/noughts /opt/noughts
ENV PATH=/opt/noughts/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
RUN useradd --uid 10001 --create-home noughts

FROM noughts AS server
RUN install -d -o noughts /data
USER noughts
WORKDIR /data
VOLUME /data
EXPOSE 8008
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s \
    CMD ["python3", "-c", "import urllib.request as r; r.urlopen('http://127.0.0.1:8008/api/v1/about', timeout=4)"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["noughts", "web", "--no-open", "--host", "0.0.0.0", "--port", "8008", "--database", "/data/games.sqlite3"]

FROM noughts AS grader
RUN apt-get update \
    && apt-get install -y --no-install-recommends bubblewrap \
    && rm -rf /var/lib/apt/lists/*
USER noughts
WORKDIR /tmp
ENTRYPOINT ["noughts", "check"]
